#include "potential.h"

#include <algorithm>
#include <memory>

namespace cornerwise {

namespace {

/// The cells that a colour can ever reach: free cells that are connected, by edges or vertices,
/// with its anchors.
std::vector<int> reachable_cells(const Tables& tables, const Hand& hand) {
    CellSet seen = hand.closed;
    std::vector<int> found;
    const auto visit = [&](int at) {
        if (seen.test(at)) return;
        seen.set(at);
        found.push_back(at);
    };
    for (int a = 0; a < hand.anchor_count(); ++a) visit(hand.anchor(a).position);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& kind = tables.kinds[tables.kind_at(found[i])];
        for (int delta : kind.edges) visit(found[i] + delta);
        for (int delta : kind.vertices) visit(found[i] + delta);
    }
    return found;
}

}  // namespace

Potential::Potential(const Tables& tables, const Hand& hand) : several_(hand.copies) {
    // As if each of these cells were an anchor.
    const auto free = std::make_unique<Hand>(tables);
    free->hold(tables, hand.left);
    free->closed = hand.closed;
    const auto cells = reachable_cells(tables, hand);
    for (int at : cells) free->add_anchor(tables, at);
    vast_ = free->count_moves(tables) > capacity;
    if (vast_) return;

    free->list_moves(tables, options_);
    const auto piece = [&](const Option& option) {
        return tables.orientations[option.orientation].piece;
    };
    std::sort(options_.begin(), options_.end(), [&](const Option& a, const Option& b) {
        const int p = piece(a), q = piece(b);
        if (tables.sizes[p] != tables.sizes[q]) return tables.sizes[p] > tables.sizes[q];
        return p != q ? p < q : a.placement < b.placement;
    });
    const int count = static_cast<int>(options_.size());
    words_ = (count + 64 * block_words - 1) / (64 * block_words) * block_words;
    for (int a = 0; a < hand.anchor_count(); ++a) anchors_.push_back(hand.anchor(a).position);
    for (std::size_t i = 0; i < cells.size(); ++i)
        row_[cells[i]] = static_cast<std::uint32_t>((i + 1) * words_);
    rows_.resize((cells.size() + 1) * words_);
    for (int number = 0; number < count; ++number) {
        const auto& option = options_[number];
        const auto& orientation = tables.orientations[option.orientation];
        piece_.push_back(static_cast<std::uint8_t>(orientation.piece));
        auto& range = of_piece_[orientation.piece];
        if (range.end == 0) range.first = number;
        range.end = number + 1;
        for (int delta : orientation.cells)
            rows_[row_[option.base + delta] + number / 64] |= std::uint64_t{1} << number % 64;
    }
    for (int p = 0; p < tables.piece_count(); ++p)
        for (int q = 0; q < tables.piece_count(); ++q) {
            if (tables.sizes[p] != tables.sizes[q] || of_piece_[q].end == 0) continue;
            auto& range = alike_[p];
            range.first =
                range.end == 0 ? of_piece_[q].first : std::min(range.first, of_piece_[q].first);
            range.end = std::max(range.end, of_piece_[q].end);
        }
    for (int p = 0; p < tables.piece_count(); ++p) {
        if (tables.sizes[p] == tables.largest) largest_ = alike_[p];
        const auto range = of_piece_[p];
        for (int w = range.first / 64; w * 64 < range.end; ++w)
            shares_.push_back({range.bits(w), w, p});
    }
}

void Potential::fill(Part& part) const {
    std::fill_n(part.word.begin(), words_, 0);
    for (std::size_t number = 0; number < options_.size(); ++number)
        part.word[number / 64] |= std::uint64_t{1} << number % 64;
}

void Potential::spend(Part& part, int piece) const {
    const auto range = of_piece_[piece];
    for (int w = range.first / 64; w * 64 < range.end; ++w) part.word[w] &= ~range.bits(w);
}

void Potential::add(std::uint64_t* words, int piece) const {
    const auto range = of_piece_[piece];
    for (int w = range.first / 64; w * 64 < range.end; ++w) words[w] |= range.bits(w);
}

CORNERWISE_HOT
void Potential::unite(std::uint64_t* words, int base, const Deltas& cells) const {
    for (int delta : cells) {
        const auto* row = covering(base + delta);
        for (int w = 0; w < words_; w += block_words) {
            Block all, more;
            load(all, words + w);
            load(more, row + w);
            store(words + w, all | more);
        }
    }
}

CORNERWISE_HOT
void Potential::close(Part& part, int base, const Deltas& cells) const {
    for (int delta : cells) {
        const auto* row = covering(base + delta);
        for (int w = 0; w < words_; w += block_words) {
            Block here, strike;
            load(here, &part.word[w]);
            load(strike, row + w);
            store(&part.word[w], here & ~strike);
        }
    }
}

CORNERWISE_HOT
int Potential::weigh(const Part& part, int base, const Deltas& cells) const {
    Part covering{};
    unite(covering.word.data(), base, cells);
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(part.word[w] & covering.word[w]);
    return count;
}

CORNERWISE_HOT
int Potential::cells(const Part& part) const {
    int count = 0;
    for (std::size_t row = 0; row < rows_.size(); row += words_) {
        Block all{};
        for (int w = 0; w < words_; w += block_words) {
            Block here, covering;
            load(here, &part.word[w]);
            load(covering, &rows_[row + w]);
            all |= here & covering;
        }
        count += any(all);
    }
    return count;
}

}  // namespace cornerwise
