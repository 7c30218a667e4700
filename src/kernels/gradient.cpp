#include <fpcheck/kernels/gradient.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fpcheck::kernels {
namespace {

/// Deviations that a sub-Gaussian of parameter 1 exceeds on either side with chance `chance` at most.
double deviations_for(double chance) {
  return std::sqrt(2 * std::log(2 / chance));
}

/// |E|^2 times this bounds the mean of k squared probes but for a chance `chance`.
double mean_square_excess(double k, double chance) {
  const double x = std::log(1 / chance);
  return 1 + 2 * std::sqrt(x / k) + 2 * x / k;
}

/// The smallest error norm that one of the two tests sees but for a chance of about `miss`.
void state_resolution(gradient_verdict& v, double k, double miss, double noise) {
  const double seen = deviations_for(miss) * noise;
  const double s = std::sqrt(6 * std::log(1 / miss) / k);
  v.resolution = s < 0.95 ? (v.allowed_norm + seen) / std::sqrt(1 - s) : INFINITY;
  v.miss_probability = miss;
  const double single = 2 * (v.allowed_worst + seen), single_miss = std::pow(13.0 / 16, k);
  if (single >= v.resolution || (single_miss > miss && v.resolution < INFINITY)) return;
  v.resolution = single, v.miss_probability = single_miss;
}

std::string line(const char* format, double a, double b) {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, format, a, b);
  return buffer;
}

bool all_finite(const gradient_evidence& e) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::all_of(e.projection.begin(), e.projection.end(), finite) &&
         std::all_of(e.derivative.begin(), e.derivative.end(), finite);
}

void decide(gradient_verdict& v, const gradient_options& options, double rms, double floor) {
  if (v.worst > v.allowed_worst || rms > v.allowed_norm) {
    v.outcome = gradient_outcome::wrong;
    v.why = line("the gradient is wrong by %.3g of its norm, %.3g is allowed", v.error_norm / v.gradient_norm,
                 options.allowance);
  } else if (!(v.gradient_norm > floor)) {
    v.why = "all derivatives are zero within their error: nothing was checked";
  } else if (!(v.resolution <= options.worst_resolution * v.gradient_norm)) {
    v.why = line("an error of %.2g of the gradient's norm could not have been seen, %.2g is demanded",
                 v.resolution / v.gradient_norm, options.worst_resolution);
  } else {
    v.outcome = gradient_outcome::passed;
    v.why = line("within rounding; an error of %.2g of the gradient's norm would be missed with chance %.1g",
                 v.resolution / v.gradient_norm, v.miss_probability);
  }
}

} // namespace

double mean_square(std::span<const double> x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return x.empty() ? 0 : sum / static_cast<double>(x.size());
}

double rounding_allowance(double u_store, double u_accumulate, double depth) {
  return u_store + 6 * depth * u_accumulate;
}

gradient_verdict judge_gradient(const gradient_evidence& e, const gradient_options& options) {
  gradient_verdict v;
  const std::size_t n = std::min(e.projection.size(), e.derivative.size());
  if (n == 0 || e.projection.size() != e.derivative.size()) {
    v.why = "no probes, or not as many derivatives as projections";
    return v;
  }
  if (!all_finite(e)) {
    v.outcome = gradient_outcome::wrong;
    v.why = "the gradient, or the forward function near the point, is not finite";
    v.error_norm = v.worst = INFINITY;
    return v;
  }
  std::vector<double> residual(n);
  for (std::size_t j = 0; j < n; ++j) residual[j] = e.projection[j] - e.derivative[j];
  for (std::size_t j = 0; j < n; ++j)
    if (std::fabs(residual[j]) > v.worst) v.worst = std::fabs(residual[j]), v.worst_probe = j;
  const double k = static_cast<double>(n), square = mean_square(residual), noise = std::hypot(e.noise, e.truncation);
  v.gradient_norm = std::sqrt(mean_square(e.derivative));
  v.error_norm = std::sqrt(std::max(0.0, square - noise * noise));
  const double rounding = options.allowance * v.gradient_norm;
  const double each = options.false_alarm / (2 * k);
  v.allowed_worst = deviations_for(each) * std::hypot(rounding, e.noise) + e.truncation;
  v.allowed_norm =
      std::sqrt(mean_square_excess(k, options.false_alarm / 2)) * std::hypot(rounding, e.noise) + e.truncation;
  state_resolution(v, k, options.miss, noise);
  decide(v, options, std::sqrt(square), deviations_for(each) * e.noise + e.truncation);
  return v;
}

std::string text(const gradient_verdict& v) {
  constexpr const char* names[] = {"passed", "wrong", "incomplete"};
  char buffer[512];
  std::snprintf(buffer, sizeof buffer,
                "gradient check: %s\n  %s\n  |gradient| %.6g, |error| about %.3g, largest residual %.3g (probe %zu)\n"
                "  allowed: %.3g in one probe, %.3g on average; resolution %.3g, missed with chance %.2g\n",
                names[static_cast<int>(v.outcome)], v.why.c_str(), v.gradient_norm, v.error_norm, v.worst,
                v.worst_probe, v.allowed_worst, v.allowed_norm, v.resolution, v.miss_probability);
  return buffer;
}

std::uint64_t tile_grid::elements_of(std::uint64_t tile) const {
  const std::uint64_t row = tile / across() * tile_rows, column = tile % across() * tile_columns;
  return std::min(tile_rows, rows - row) * std::min(tile_columns, columns - column);
}

std::vector<tile_energy> tile_energies(std::span<const double> estimate, const tile_grid& grid) {
  std::vector<tile_energy> out(grid.count());
  for (std::uint64_t i = 0; i < estimate.size(); ++i) {
    tile_energy& t = out[i / grid.columns / grid.tile_rows * grid.across() + i % grid.columns / grid.tile_columns];
    if (t.squares == 0 || std::fabs(estimate[i]) > std::fabs(t.peak)) t.peak = estimate[i], t.element = i;
    t.squares += estimate[i] * estimate[i];
  }
  return out;
}

element_range locate_range(element_range all, std::uint64_t smallest,
                           const std::function<double(const element_range&)>& error) {
  while (all.end - all.begin > smallest) {
    const std::uint64_t tiles = (all.end - all.begin + smallest - 1) / smallest;
    const std::uint64_t middle = all.begin + tiles / 2 * smallest;
    const element_range low{all.begin, middle}, high{middle, all.end};
    all = error(low) >= error(high) ? low : high;
  }
  return all;
}

std::vector<suspect_tile> suspect_tiles(const std::vector<tile_energy>& energy, const tile_grid& grid,
                                        std::span<const double> residual) {
  const double k = static_cast<double>(residual.size()), each = mean_square(residual) / k;
  std::vector<suspect_tile> out;
  if (k < 2) return out;
  for (std::uint64_t t = 0; t < energy.size(); ++t) {
    const double n = static_cast<double>(grid.elements_of(t));
    const double inside = k / (k - 1) * (energy[t].squares - n * each);
    const double deviation = each * std::sqrt(2 * n);
    if (!(inside > 6 * deviation)) continue;
    out.push_back({t, std::sqrt(inside), inside / deviation, energy[t].peak, energy[t].element});
  }
  std::sort(out.begin(), out.end(),
            [](const suspect_tile& a, const suspect_tile& b) { return a.deviations > b.deviations; });
  return out;
}

} // namespace fpcheck::kernels
