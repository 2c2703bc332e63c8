#include "trial.h"

namespace cornerwise {

std::vector<Values> tried(const Position& position, const ValueWeights& weights,
                          const Trial& trial) {
    std::vector<Values> found(trial.horizons.size(), Values{});
    WidePlayout playout;
    Random random(trial.seed);
    for (int i = 0; i < trial.playouts; ++i) {
        Position after = position;
        int made = 0;
        for (std::size_t h = 0; h < found.size(); ++h) {
            playout.run(after, random, trial.reply, trial.horizons[h] - made);
            made = trial.horizons[h];
            const auto points = forecast(after, weights).points;
            for (int side = 0; side < position.rules().side_count(); ++side)
                found[h][side] += points[side] / float(trial.playouts);
        }
    }
    return found;
}

}  // namespace cornerwise
