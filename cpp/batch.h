// Many games at once.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "crew.h"
#include "observation.h"
#include "played.h"

namespace cornerwise {

/// Chooses moves by chance.
enum class Agent {
    random,  // any legal move, each as likely as the others
    greedy,  // as playouts do: one of the largest pieces, and rather one that takes a corner
};

/// Games of the same rules. What is asked of several games is checked for all of them before any
/// changes. Threads share the games, and what they do depends on nothing but the games and seeds.
class Batch {
public:
    static constexpr int max_games = 16384, max_threads = 256;
    static constexpr int stay = -1;  // as an action: leave this game as it is

    /// The rules must outlive it.
    Batch(const Rules& rules, const Layout& layout, int games, int threads, std::uint64_t seed);

    int size() const { return static_cast<int>(games_.size()); }
    const Observation& observation() const { return observation_; }
    const Played& game(int number) const { return games_[number].played; }

    /// Write to these arrays from now on, and all games at once.
    void attach(const Arrays& arrays);
    /// Let chance start anew.
    void seed(std::uint64_t seed);

    /// Where the chance of each place stands, and how to go on from there.
    std::vector<std::uint64_t> chances() const;
    void set_chances(const std::vector<std::uint64_t>& states);

    /// In all of these, games are numbers from 0 to `size() - 1`, none twice.
    void reset(const std::vector<int>& games);
    /// Play an action in each game, or `stay`.
    void step(const std::vector<std::int64_t>& actions);
    /// Take back the last move of each, and with it what happened since.
    void undo(const std::vector<int>& games);
    void retire(int game, int seat);
    /// Make each of the targets equal to its source.
    void copy(const std::vector<int>& sources, const std::vector<int>& targets);
    void put(int game, const Played& played);

    /// An action for each game, `stay` where it is over.
    void choose(Agent agent, std::int32_t* actions);
    /// Let an agent make so many moves in each game, or all to the end.
    void advance(Agent agent, int moves);
    /// The mean reward of each seat of each game in so many playouts, which change nothing.
    void rollouts(Agent agent, int playouts, float* rewards);

private:
    struct Game {
        Played played;
        Random chance;
        std::uint32_t lost = 0;

        Standing standing() const { return {played.position(), lost}; }
        bool is_over() const { return played.position().turn() == Position::nobody; }
    };
    /// What a thread works with.
    struct Tools {
        explicit Tools(const Position& start) : position(start) {}

        Observation::Words words;
        WidePlayout playout;
        Position position;
    };
    using Work = std::function<void(int, Tools&)>;
    using Check = std::function<bool(int)>;
    /// For how many games another thread is worth waking, by what is done to each.
    enum Least : std::size_t { for_little = 64, for_a_step = 16, for_much = 1 };

    /// Do something for each of these games. With a check, it returns false and does nothing
    /// unless all of them pass.
    bool each(const std::vector<int>& games, const Work& work, Least least = for_a_step,
              const Check& check = nullptr);
    /// The numbers of all games.
    std::vector<int> all() const;
    void write(int game, Tools& tools);
    int chosen(const Position& position, Random& chance, Agent agent, Tools& tools) const;
    void play_on(Position& position, Random& chance, Agent agent, Tools& tools) const;

    Position start_;
    Observation observation_;
    Arrays arrays_;
    std::vector<Game> games_;
    std::vector<std::unique_ptr<Tools>> tools_;  // of each thread
    Crew crew_;
};

}  // namespace cornerwise
