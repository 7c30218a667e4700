#pragma once
#include <fpcheck/tolerance/reference.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// One random probe of a gradient: |<actual - expected, v>| against what the bounds allow.
struct probe_result {
  double residual = 0, allowed = 0;
  bool passed() const { return residual <= allowed; }
};

/// What k probes say about a tensor.
struct probe_report {
  std::vector<probe_result> probes;
  bool passed = true;
  /// An error E of Frobenius norm `detectable` is missed with chance at most `miss_probability`.
  double detectable = 0, miss_probability = 1;
  std::vector<std::int64_t> rows, columns; ///< of a matrix: those whose own probes fail
};

/// Freivalds' check with Gaussian directions: P(|<E, v>| <= t) <= 0.798 t / |E|_F for each of `count` probes.
/// Coarser than comparing element by element by sqrt(n), for where only products with the gradient can be had.
probe_report probe(const std::vector<double>& actual, const reference& expected, int count, std::uint64_t seed, double miss_probability = 1e-6);

/// One side of an adjoint identity: <u, J v> with a bound on its error.
struct bilinear {
  double value = 0, bound = 0;
};
/// <u, x> where x is known up to `error` element by element; binary64 rounding included.
bilinear inner(const std::vector<double>& u, const std::vector<double>& x, const std::vector<double>& error);
/// Whether <u, J v> = <J^T u, v> can hold: proves that the two are transposes of each other, not that J is right.
bool adjoint(const bilinear& forward, const bilinear& backward);

} // namespace fpcheck::tolerance
