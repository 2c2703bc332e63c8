// A position together with the steps that led to it, so that they can be taken back.
#pragma once

#include "playout.h"
#include "position.h"

namespace cornerwise {

/// What happens to a position. `placement` counts for `lay` and `play` only. For `share` the number
/// is a place in the rotation, otherwise a colour.
struct Step {
    enum Kind : std::uint8_t { lay, retire, give, share, play };

    Kind kind;
    std::uint8_t number;
    std::uint16_t placement = 0;
};

class Played {
public:
    explicit Played(const Position& start) : position_(start) {}

    const Position& position() const { return position_; }
    const std::vector<Step>& steps() const { return steps_; }

    /// Take a step that the position allows.
    void take(const Step& step) {
        steps_.push_back(step);
        apply(step);
    }

    void play(int placement) {
        take({Step::play, static_cast<std::uint8_t>(position_.turn()),
              static_cast<std::uint16_t>(placement)});
    }

    /// Make one move the way playouts do. The game must not be over.
    void play_by(Playout& playout, Random& random, float reply) {
        const int colour = position_.turn();
        steps_.push_back({Step::play, static_cast<std::uint8_t>(colour)});
        playout.run(position_, random, reply, 1);
        steps_.back().placement = static_cast<std::uint16_t>(position_.hand(colour).last());
    }

    /// Take back the last so many steps. A game is so short that starting again costs nothing.
    void undo(std::size_t count) {
        steps_.resize(steps_.size() - count);
        position_ = Position(position_.rules());
        for (const auto& step : steps_) apply(step);
    }

    /// Begin again from a position of the same rules.
    void restart(const Position& start) {
        position_ = start;
        steps_.clear();
    }

private:
    void apply(const Step& step) {
        switch (step.kind) {
            case Step::lay:
                position_.lay(step.number, step.placement);
                break;
            case Step::retire:
                position_.retire(step.number);
                break;
            case Step::give:
                position_.give_turn(step.number);
                break;
            case Step::share:
                position_.give_share(step.number);
                break;
            case Step::play:
                position_.play(step.placement);
                break;
        }
    }

    Position position_;
    std::vector<Step> steps_;
};

}  // namespace cornerwise
