#include <fpcheck/tolerance/probe.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace fpcheck::tolerance {
namespace {

/// A NaN on the way fails the probe.
probe_result one_probe(const std::vector<double>& actual, const reference& r, std::mt19937_64& random, std::size_t first, std::size_t count, std::size_t step) {
  std::normal_distribution<double> normal;
  double sum = 0, size = 0;
  probe_result out;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = first + k * step;
    const double v = normal(random), e = actual[i] - r.value[i];
    sum += v * e, size += std::fabs(v * e);
    out.allowed += std::fabs(v) * r.probable[i];
  }
  out.residual = std::fabs(sum);
  out.allowed += size * static_cast<double>(count + 2) * 0x1p-53;
  if (std::isnan(out.residual)) out.residual = std::numeric_limits<double>::infinity(), out.allowed = 0;
  return out;
}

} // namespace

probe_report probe(const std::vector<double>& actual, const reference& expected, int count, std::uint64_t seed, double miss_probability) {
  probe_report out;
  std::mt19937_64 random(seed);
  if (actual.size() != expected.size() || count < 1) return out.passed = false, out;
  double largest = 0;
  for (int k = 0; k < count; ++k) {
    out.probes.push_back(one_probe(actual, expected, random, 0, actual.size(), 1));
    out.passed = out.passed && out.probes.back().passed();
    largest = std::max(largest, out.probes.back().allowed);
  }
  // (0.798 t / |E|)^k = p at |E| = 0.798 t / p^(1/k).
  out.miss_probability = miss_probability;
  out.detectable = 0.798 * 2 * largest / std::pow(miss_probability, 1.0 / count);
  if (out.passed || expected.sizes.size() != 2) return out;
  const auto rows = static_cast<std::size_t>(expected.sizes[0]), columns = static_cast<std::size_t>(expected.sizes[1]);
  const auto fails = [&](std::size_t first, std::size_t n, std::size_t step) {
    for (int k = 0; k < count; ++k)
      if (!one_probe(actual, expected, random, first, n, step).passed()) return true;
    return false;
  };
  for (std::size_t i = 0; i < rows; ++i)
    if (fails(i * columns, columns, 1)) out.rows.push_back(static_cast<std::int64_t>(i));
  for (std::size_t j = 0; j < columns; ++j)
    if (fails(j, rows, columns)) out.columns.push_back(static_cast<std::int64_t>(j));
  return out;
}

bilinear inner(const std::vector<double>& u, const std::vector<double>& x, const std::vector<double>& error) {
  bilinear out;
  double size = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    out.value += u[i] * x[i];
    size += std::fabs(u[i] * x[i]);
    out.bound += std::fabs(u[i]) * error[i];
  }
  out.bound += size * static_cast<double>(u.size() + 2) * 0x1p-53;
  return out;
}

bool adjoint(const bilinear& forward, const bilinear& backward) { return std::fabs(forward.value - backward.value) <= forward.bound + backward.bound; }

} // namespace fpcheck::tolerance
