#include <fpcheck/kernels/gradient_differences.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::kernels {
namespace {

/// Distances from the point at which the noise is measured: small against curvature, large against the format's
/// spacing.
constexpr int noise_points = 8;

double step_of(const difference_plan& plan, int level) {
  return plan.first_step * std::pow(step_ratio, -level);
}

/// (predicted - measured) / (2 step) of each request.
std::vector<double> residuals(std::span<const displacement> requests, std::span<const response> responses) {
  std::vector<double> out;
  for (std::size_t i = 0; i < responses.size(); ++i)
    out.push_back((responses[i].predicted - responses[i].change) / (2 * requests[i].step));
  return out;
}

/// The standard deviation of one value of the forward function, from differences near the point less what the gradient
/// predicts: an odd function of the step with the noise of two values.
double value_noise(const measure_differences& measure, int precision, difference_plan& plan) {
  const double spacing = std::ldexp(plan.first_step, -precision / 2);
  std::vector<displacement> requests;
  for (int i = 1; i <= noise_points; ++i) requests.push_back({0, i * spacing});
  std::vector<double> odd;
  for (const response& r : measure(requests)) odd.push_back(r.predicted - r.change);
  const noise_estimate noise = odd.size() < noise_points ? noise_estimate{} : noise_level(odd);
  plan.noise_settled = noise.settled;
  return noise.level / std::sqrt(2.0);
}

step_choice choose(const measure_differences& measure, double noise, const difference_plan& plan) {
  std::vector<displacement> requests;
  for (int p = 0; p < plan.pilots; ++p)
    for (int l = 0; l < plan.levels; ++l) requests.push_back({p, step_of(plan, l)});
  const std::vector<response> responses = measure(requests);
  if (responses.size() < requests.size()) return {};
  const std::vector<double> r = residuals(requests, responses);
  std::vector<std::vector<double>> ladder;
  for (auto at = r.begin(); at != r.end(); at += plan.levels) ladder.emplace_back(at, at + plan.levels);
  return choose_step(ladder, plan.first_step, noise);
}

} // namespace

noise_estimate noise_level(std::span<const double> values) {
  std::vector<double> table(values.begin(), values.end());
  std::vector<double> level;
  std::vector<bool> alternates;
  double gamma = 1; // (k!)^2 / (2k)!
  for (std::size_t k = 1; k < values.size(); ++k) {
    bool positive = false, negative = false;
    for (std::size_t i = 0; i + k < values.size(); ++i) {
      table[i] = table[i + 1] - table[i];
      positive |= table[i] > 0, negative |= table[i] < 0;
    }
    gamma *= 0.5 * static_cast<double>(k) / static_cast<double>(2 * k - 1);
    level.push_back(std::sqrt(gamma * mean_square(std::span<const double>(table).first(values.size() - k))));
    alternates.push_back(positive && negative);
  }
  for (std::size_t k = 0; k + 2 < level.size(); ++k) {
    const auto [low, high] = std::minmax({level[k], level[k + 1], level[k + 2]});
    if (high <= 4 * low && alternates[k]) return {level[k], true};
  }
  return {level.empty() ? 0 : level.back(), false};
}

double extrapolate(double coarse, double fine) {
  constexpr double square = step_ratio * step_ratio;
  return (square * fine - coarse) / (square - 1);
}

step_choice choose_step(const std::vector<std::vector<double>>& residual, double first_step, double value_noise) {
  step_choice best;
  double least = INFINITY, previous = INFINITY, step = first_step;
  const std::size_t levels = residual.front().size();
  for (std::size_t l = 0; l + 2 < levels; ++l, step /= step_ratio) {
    double change = 0; // of the extrapolated residual from this pair of steps to the next
    for (const std::vector<double>& r : residual)
      change = std::max(change, std::fabs(extrapolate(r[l], r[l + 1]) - extrapolate(r[l + 1], r[l + 2])));
    const double noise = 3.1 * value_noise / step;
    // The next pair's truncation is 1/256 of this one's, which is `change` where noise does not hide it.
    const double truncation = std::min(change, previous / 64);
    previous = change;
    if (truncation + 6 * noise < least) least = truncation + 6 * noise, best = {l, noise, truncation};
  }
  return best;
}

gradient_evidence difference_evidence(const measure_differences& measure, int probes, int precision,
                                      difference_plan& plan) {
  const double noise = value_noise(measure, precision, plan);
  const step_choice choice = choose(measure, noise, plan);
  const int level = static_cast<int>(choice.level);
  plan.step = step_of(plan, level);
  std::vector<displacement> requests;
  for (int j = 0; j < probes; ++j)
    requests.push_back({j, plan.step}), requests.push_back({j, step_of(plan, level + 1)});
  const std::vector<response> responses = measure(requests);
  const std::vector<double> r = residuals(requests, responses);
  gradient_evidence e;
  for (std::size_t i = 0; i + 1 < r.size(); i += 2) {
    const double claimed = responses[i].predicted / (2 * plan.step);
    e.projection.push_back(claimed);
    e.derivative.push_back(claimed - extrapolate(r[i], r[i + 1]));
  }
  e.noise = choice.noise, e.truncation = choice.truncation;
  plan.measurements = noise_points + plan.pilots * plan.levels + 2 * probes;
  return e;
}

} // namespace fpcheck::kernels
