#include "batch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>

namespace cornerwise {

namespace {

/// A mistake in what was asked of a game.
[[noreturn]] void refuse(int game, const std::string& why) {
    throw std::invalid_argument("game " + std::to_string(game) + ": " + why);
}

/// A legal move, each as likely as the others.
int any_move(const Position& position, Random& chance) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    int rank = chance.below(hand.count_moves(tables));
    for (int a = 0;; ++a) {
        const auto shapes = hand.shapes(tables, a);
        const int here = shapes.count();
        if (rank < here) return tables.number(hand.anchor(a).position, shapes.nth(rank));
        rank -= here;
    }
}

/// Numbers below a count, shared out among threads: a range for each, taken in portions.
class Shares {
public:
    Shares(std::size_t count, std::size_t threads, std::size_t portion)
        : ranges_(threads), portion_(portion) {
        for (std::size_t thread = 0; thread < threads; ++thread) {
            ranges_[thread].next = count * thread / threads;
            ranges_[thread].end = count * (thread + 1) / threads;
        }
    }

    /// Work through the range of a thread, then through what is left of the others.
    template <typename Part>
    void take(std::size_t thread, const Part& part) {
        for (std::size_t turn = 0; turn < ranges_.size(); ++turn) {
            auto& range = ranges_[(thread + turn) % ranges_.size()];
            for (std::size_t first; (first = range.next.fetch_add(portion_)) < range.end;)
                part(first, std::min(first + portion_, range.end));
        }
    }

private:
    struct alignas(64) Range {  // a cache line for each
        std::atomic<std::size_t> next{0};
        std::size_t end = 0;
    };

    std::vector<Range> ranges_;
    std::size_t portion_;
};

}  // namespace

Batch::Batch(const Rules& rules, const Layout& layout, int games, int threads, std::uint64_t seed)
    : start_(rules), observation_(rules, layout) {
    if (games < 1 || games > max_games)
        throw std::invalid_argument("there must be 1 to " + std::to_string(max_games) +
                                    " games, not " + std::to_string(games));
    if (threads < 1 || threads > max_threads)
        throw std::invalid_argument("threads must be 1 to " + std::to_string(max_threads) +
                                    ", not " + std::to_string(threads));
    games_.assign(static_cast<std::size_t>(games), Game{Played(start_), Random(0)});
    for (int thread = 0; thread < std::min(threads, games); ++thread)
        tools_.push_back(std::make_unique<Tools>(start_));
    this->seed(seed);
}

void Batch::attach(const Arrays& arrays) {
    arrays_ = arrays;
    each(all(), [&](int game, Tools& tools) { write(game, tools); });
}

void Batch::seed(std::uint64_t seed) {
    Random chance(seed);
    for (auto& game : games_) game.chance = Random(chance.next());
}

std::vector<std::uint64_t> Batch::chances() const {
    std::vector<std::uint64_t> states;
    for (const auto& game : games_) states.push_back(game.chance.state());
    return states;
}

void Batch::set_chances(const std::vector<std::uint64_t>& states) {
    if (states.size() != games_.size())
        throw std::invalid_argument("there must be a chance for each of the " +
                                    std::to_string(games_.size()) + " games, not " +
                                    std::to_string(states.size()));
    for (std::size_t i = 0; i < states.size(); ++i) games_[i].chance = Random(states[i]);
}

void Batch::reset(const std::vector<int>& games) {
    each(games, [&](int number, Tools& tools) {
        auto& game = games_[number];
        game.played.restart(start_);
        game.lost = 0;
        write(number, tools);
    });
}

void Batch::step(const std::vector<std::int64_t>& actions) {
    if (actions.size() != games_.size())
        throw std::invalid_argument("there must be an action for each of the " +
                                    std::to_string(games_.size()) + " games, not " +
                                    std::to_string(actions.size()));
    const auto& tables = start_.tables();
    std::vector<int> moving;
    for (int number = 0; number < size(); ++number)
        if (actions[number] != stay) moving.push_back(number);
    const auto is_legal = [&](int number) {
        const auto& position = games_[number].played.position();
        const auto action = actions[number];
        return action >= 0 && action < tables.placement_count() &&
               position.turn() != Position::nobody &&
               position.is_legal(position.turn(), static_cast<int>(action));
    };
    const auto play = [&](int number, Tools& tools) {
        games_[number].played.play(static_cast<int>(actions[number]));
        write(number, tools);
    };
    if (each(moving, play, for_a_step, is_legal)) return;
    const int wrong = *std::find_if_not(moving.begin(), moving.end(), is_legal);
    const auto action = std::to_string(actions[wrong]);
    if (games_[wrong].is_over()) refuse(wrong, "it is over: its action must be -1, not " + action);
    if (actions[wrong] < 0 || actions[wrong] >= tables.placement_count())
        refuse(wrong, action + " is not an action: they are 0 to " +
                          std::to_string(tables.placement_count() - 1) +
                          ", and -1 leaves a game as it is");
    refuse(wrong, "action " + action + " is not legal: the mask tells which are");
}

void Batch::undo(const std::vector<int>& games) {
    std::vector<std::size_t> counts(games_.size());
    for (int number : games) {
        const auto& steps = games_[number].played.steps();
        const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                       [](const Step& step) { return step.kind == Step::play; });
        if (last == steps.rend()) refuse(number, "there is no move to take back");
        counts[number] = static_cast<std::size_t>(last - steps.rbegin()) + 1;
    }
    each(games, [&](int number, Tools& tools) {
        games_[number].played.undo(counts[number]);
        games_[number].lost = 0;  // nobody moved after that
        write(number, tools);
    });
}

/// Where two sides play, or one, the game is over then. Otherwise the others play on.
void Batch::retire(int number, int seat) {
    auto& game = games_[number];
    const auto& rules = start_.rules();
    const auto& seats = observation_.layout().seats;
    if (seat < 0 || seat >= observation_.seat_count())
        refuse(number, "there is no seat " + std::to_string(seat));
    if (game.is_over()) refuse(number, "it is over: nobody can leave it");
    std::vector<std::uint8_t> own, others;
    for (int colour = 0; colour < rules.colour_count(); ++colour)
        (seats[colour] == seat ? own : others).push_back(static_cast<std::uint8_t>(colour));
    if (!own.empty() && game.played.position().hand(own.front()).retired)
        refuse(number, "seat " + std::to_string(seat) + " has already left");
    for (auto colour : own) game.played.take({Step::retire, colour});
    if (rules.side_count() <= 2) {
        for (auto colour : others) game.played.take({Step::retire, colour});
        game.lost = std::uint32_t{1} << observation_.side_of_seat(seat);
    }
    write(number, *tools_[0]);
}

void Batch::copy(const std::vector<int>& sources, const std::vector<int>& targets) {
    if (sources.size() != targets.size())
        throw std::invalid_argument("each target needs its source");
    std::vector<bool> is_target(games_.size());
    for (int target : targets) is_target[target] = true;
    for (int source : sources)
        if (is_target[source]) refuse(source, "it cannot be both copied and written over");
    std::vector<int> source_of(games_.size());
    for (std::size_t i = 0; i < targets.size(); ++i) source_of[targets[i]] = sources[i];
    each(targets, [&](int number, Tools& tools) {
        auto& target = games_[number];
        const auto& source = games_[source_of[number]];
        target.played = source.played;  // chance stays with its place
        target.lost = source.lost;
        write(number, tools);
    });
}

void Batch::put(int number, const Played& played) {
    games_[number].played = played;
    games_[number].lost = 0;
    write(number, *tools_[0]);
}

void Batch::choose(Agent agent, std::int32_t* actions) {
    const auto choose_one = [&](int number, Tools& tools) {
        auto& game = games_[number];
        const auto& position = game.played.position();
        actions[number] = game.is_over() ? stay : chosen(position, game.chance, agent, tools);
    };
    each(all(), choose_one, agent == Agent::random ? for_little : for_a_step);
}

void Batch::advance(Agent agent, int moves) {
    const auto play = [&](int number, Tools& tools) {
        auto& game = games_[number];
        for (int made = 0; made < moves && !game.is_over(); ++made)
            if (agent == Agent::greedy)
                game.played.play_by(tools.playout, game.chance, Playout::usual_reply);
            else
                game.played.play(any_move(game.played.position(), game.chance));
        write(number, tools);
    };
    each(all(), play, for_much);
}

void Batch::rollouts(Agent agent, int playouts, float* rewards) {
    const int seats = observation_.seat_count();
    const auto play = [&](int number, Tools& tools) {
        auto& game = games_[number];
        Values total{};
        for (int i = 0; i < playouts; ++i) {
            tools.position = game.played.position();
            play_on(tools.position, game.chance, agent, tools);
            const auto found = observation_.rewards({tools.position, game.lost});
            for (int side = 0; side < Rules::max_colours; ++side) total[side] += found[side];
        }
        for (int seat = 0; seat < seats; ++seat)
            rewards[number * seats + seat] =
                total[observation_.side_of_seat(seat)] / float(playouts);
    };
    each(all(), play, for_much);
}

int Batch::chosen(const Position& position, Random& chance, Agent agent, Tools& tools) const {
    if (agent == Agent::random) return any_move(position, chance);
    tools.position = position;
    tools.playout.run(tools.position, chance, Playout::usual_reply, 1);
    return tools.position.hand(position.turn()).last();
}

void Batch::play_on(Position& position, Random& chance, Agent agent, Tools& tools) const {
    if (agent == Agent::greedy)
        tools.playout.run(position, chance, Playout::usual_reply);
    else
        while (position.turn() != Position::nobody) position.play(any_move(position, chance));
}

void Batch::write(int game, Tools& tools) {
    observation_.write(games_[game].standing(), static_cast<std::size_t>(game), arrays_,
                       tools.words);
}

std::vector<int> Batch::all() const {
    std::vector<int> numbers(games_.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Each thread begins with a part of its own, the same in every call: what it needs of those games
/// is still in its cache. Then it helps the others.
bool Batch::each(const std::vector<int>& games, const Work& work, Least least, const Check& check) {
    const std::size_t count = games.size();
    const std::size_t threads = std::clamp<std::size_t>(count / least, 1, tools_.size());
    const std::size_t portion = std::clamp<std::size_t>(count / (8 * threads), 1, 64);
    Shares to_check(count, threads, portion), to_do(count, threads, portion);
    std::atomic<std::size_t> unchecked{check ? count : 0};
    std::atomic<bool> all_well{true};
    std::mutex lock;
    std::exception_ptr failure;  // too little memory is all that can go wrong
    crew_.run(threads - 1, [&](std::size_t thread) {
        if (check)
            to_check.take(thread, [&](std::size_t first, std::size_t end) {
                for (std::size_t i = first; i < end; ++i)
                    if (!check(games[i])) all_well = false;
                unchecked -= end - first;
            });
        await([&] { return unchecked == 0; });  // all are checked before any is changed
        if (!all_well) return;
        try {
            to_do.take(thread, [&](std::size_t first, std::size_t end) {
                for (std::size_t i = first; i < end; ++i) work(games[i], *tools_[thread]);
            });
        } catch (...) {
            const std::lock_guard guard(lock);
            failure = std::current_exception();
        }
    });
    if (failure) std::rethrow_exception(failure);
    return all_well;
}

}  // namespace cornerwise
