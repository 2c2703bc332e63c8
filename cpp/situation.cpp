#include "situation.h"

#include "random.h"

namespace cornerwise {

int Situation::side_to_play() const {
    if (turn_ == nobody) return nobody;
    const int side = rules_->sides[turn_];
    if (side >= 0) return side;
    return rules_->rotation[sharer_];
}

int Situation::stage() const {
    const int colours = rules_->colour_count();
    int placed = 0;
    for (int colour = 0; colour < colours; ++colour) placed += hand(colour).placed;
    return placed / colours;
}

bool Situation::is_legal(int colour, int placement) const {
    return hand(colour).can_place(*tables_, placement);
}

void Situation::pass_to(int colour) {
    const int colours = rules_->colour_count();
    turn_ = nobody;
    int first = nobody;
    for (int step = 0; step < colours; ++step) {
        const int next = (colour + step) % colours;
        if (!hand(next).can_move(*tables_)) continue;
        if (first == nobody) first = next;
        if (rules_->sides[next] < 0) continue;
        turn_ = first;
        return;
    }
}

void Situation::hand_on() {
    const int many = static_cast<int>(rules_->rotation.size());
    for (int step = 0; step < many; ++step) {
        sharer_ = (sharer_ + 1) % many;
        if (!(absent_ >> sharer_ & 1)) return;
    }
}

void Situation::leave_rotation(int side) {
    for (std::size_t at = 0; at < rules_->rotation.size(); ++at)
        if (rules_->rotation[at] == side) absent_ |= std::uint32_t{1} << at;
    if (absent_ >> sharer_ & 1) hand_on();
}

std::uint64_t Situation::absence() const {
    return absent_ == 0 ? 0 : scrambled(Mark::absent, sharer_, static_cast<int>(absent_));
}

bool Situation::has_single_last(int colour) const {
    const auto& of = hand(colour);
    return of.left == 0 && of.placed > 0 && (tables_->singles >> tables_->piece_of(of.last()) & 1);
}

std::uint64_t Situation::scrambled(Mark mark, int colour, int number) {
    return Random(std::uint64_t(mark) << 32 | std::uint64_t(number << 4 | colour)).next();
}

int Situation::points(int colour) const {
    const auto& of = hand(colour);
    if (of.left != 0 || of.placed == 0) return -of.cells_left;
    return rules_->bonus + (has_single_last(colour) ? rules_->single_bonus : 0);
}

Points Situation::side_points() const {
    Points total{};
    for (int colour = 0; colour < rules_->colour_count(); ++colour)
        if (rules_->sides[colour] >= 0) total[rules_->sides[colour]] += points(colour);
    return total;
}

}  // namespace cornerwise
