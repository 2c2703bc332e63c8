"""The SQL of the PostgreSQL store. Each text is one statement, and so one transaction."""

from __future__ import annotations

BEGIN = """
    line AS (
        INSERT INTO games (id, last, wakes, over, updated, summary, turn_at, deadline)
        VALUES ($1, $2, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (id) DO NOTHING
        RETURNING over AS was
    )
"""
GO_ON = """
    old AS (SELECT id, over FROM games WHERE id = $1 FOR UPDATE),
    line AS (
        UPDATE games SET last = $2, wakes = $4, over = $5, updated = $6, summary = $7,
            turn_at = $8, deadline = $9
        FROM old WHERE games.id = old.id AND games.last = $2 - 1
        RETURNING old.over AS was
    )
"""
APPEND = """
    WITH {line},
    event AS (INSERT INTO events SELECT $1::text, $2::int, $3::bytea FROM line),
    given AS (SELECT * FROM unnest($10::text[], $11::text[]) AS given (guest, holder)),
    held AS (
        UPDATE holdings SET over = $5, updated = $6
        WHERE game = $1 AND EXISTS (SELECT 1 FROM line)
            AND (guest, holder) NOT IN (SELECT guest, holder FROM given)
    ),
    holding AS (
        INSERT INTO holdings (guest, game, holder, over, updated)
        SELECT guest, $1::text, holder, $5::int, $6::bigint FROM line, given
        ON CONFLICT (guest, game, holder) DO UPDATE
        SET hidden = 0, over = excluded.over, updated = excluded.updated
    ),
    ended AS (
        INSERT INTO endings SELECT $1::text, $2::int FROM line WHERE was = 0 AND $5::int = 1
        ON CONFLICT (game) DO UPDATE SET seq = excluded.seq
    ),
    begun AS (
        DELETE FROM endings
        WHERE game = $1 AND EXISTS (SELECT 1 FROM line WHERE was = 1 AND $5::int = 0)
    )
    SELECT count(*) FROM line
"""
FIRST, NEXT = APPEND.format(line=BEGIN), APPEND.format(line=GO_ON)
HOLD = """
    INSERT INTO holdings (guest, game, holder, over, updated)
    SELECT $2::text, id, $3::text, over, updated FROM games WHERE id = $1
    ON CONFLICT (guest, game, holder) DO UPDATE SET hidden = 0
"""
REKEY = """
    INSERT INTO seat_keys VALUES ($1, $2, 1)
    ON CONFLICT (game, holder) DO UPDATE SET generation = seat_keys.generation + 1
    RETURNING generation
"""
BEAT = """
    INSERT INTO runs VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET start = excluded.start, last = excluded.last
"""
TAKE = """
    INSERT INTO leases VALUES ($1, $2, $3)
    ON CONFLICT (game, purpose) DO UPDATE SET run = excluded.run
    WHERE leases.run = excluded.run
        OR NOT EXISTS (SELECT 1 FROM runs WHERE id = leases.run AND last > $4)
    RETURNING 1
"""
ATTEND = """
    INSERT INTO attendance VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (game, guest, run) DO UPDATE
    SET connections = excluded.connections, seen = excluded.seen, until = excluded.until
"""
PRUNE = """
    DELETE FROM runs WHERE last < least(
        $1,
        (SELECT min(turn_at) FROM games WHERE deadline IS NOT NULL),
        (SELECT min(updated) FROM games WHERE wakes = 1),
        (SELECT max(last) FROM runs)
    )
"""
LISTED = """
    WITH page AS (
        SELECT DISTINCT updated, game FROM holdings
        WHERE guest = $1 AND over = $2 AND updated <= $3 AND (updated < $3 OR game > $4)
            AND hidden = 0
        ORDER BY updated DESC, game LIMIT $5
    )
    SELECT page.game, page.updated, summary, holder FROM page
    JOIN games ON games.id = page.game
    JOIN holdings ON holdings.game = page.game AND holdings.guest = $1
    ORDER BY page.updated DESC, page.game
"""
IDLE = """
    NOT EXISTS (
        SELECT 1 FROM leases JOIN runs ON runs.id = leases.run
        WHERE leases.game = {game} AND purpose = '{purpose}' AND runs.last > $1
    )
"""
WAKING = "SELECT id FROM games WHERE wakes = 1 AND" + IDLE.format(game="games.id", purpose="think")
ENDINGS = "SELECT game, seq FROM endings WHERE" + IDLE.format(game="endings.game", purpose="tell")
ATTENDANCE = """
    SELECT game, guest, run, connections, seen, until, coalesce(runs.last, 0) FROM attendance
    LEFT JOIN runs ON runs.id = attendance.run WHERE game = $1
"""
OPENING = """
    SELECT move, count(*), count(*) FILTER (WHERE won >= 1),
        count(*) FILTER (WHERE won > 0 AND won < 1) FROM openings
    WHERE variant = $1 AND position = $2 GROUP BY move ORDER BY count(*) DESC, move
"""
OPENINGS_MISSING = """
    SELECT id FROM games WHERE over = 1
    AND NOT EXISTS (SELECT 1 FROM openings WHERE game = games.id) LIMIT $1
"""
NEWEST = """
    SELECT greatest((SELECT max(last) FROM runs),
                    (SELECT max(turn_at) FROM games WHERE deadline IS NOT NULL), 0)
"""

# --- reviews ----------------------------------------------------------------------------------

KEY = "game = $1 AND seq = $2 AND fingerprint = $3"
WISH = "SELECT game, seq, fingerprint, owner, asked, parts FROM reviews"
ASK_REVIEW = """
    INSERT INTO reviews VALUES ($1, $2, $3, $4, $5, $6, 0)
    ON CONFLICT (game, seq, fingerprint) DO NOTHING RETURNING 1
"""
ADD_PART = f"""
    WITH added AS (
        INSERT INTO review_parts
        SELECT game, seq, fingerprint, $4::int, $5::bytea FROM reviews WHERE {KEY}
        ON CONFLICT (game, seq, fingerprint, part) DO NOTHING RETURNING 1
    )
    UPDATE reviews SET made = made + (SELECT count(*) FROM added) WHERE {KEY}
"""
UNREVIEWED = f"{WISH} WHERE made < parts ORDER BY asked, game"
UNREVIEWED_LEFT = (
    f"{WISH} WHERE made < parts AND"
    + IDLE.format(game="reviews.game", purpose="review")
    + "ORDER BY asked, game"
)
