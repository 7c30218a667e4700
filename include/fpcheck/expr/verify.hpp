#pragma once
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace fpcheck::expr {

/// The inputs that hold integers, with the number of values they range over: ids of gather, scatter_add and their like, labels.
std::map<std::string, std::int64_t> integer_inputs(const graph& g);

/// What real inputs look like.
enum class domain : std::uint8_t {
  normal,    ///< standard normal, exactly representable in binary32
  positive,  ///< uniform in [1/4, 2]
  unit,      ///< uniform in [-0.9, 0.9]
  above_one, ///< uniform in [1.25, 3]
  integers   ///< small integers, for evaluation modulo a prime
};

/// Random values for all inputs of `g`; ids and labels within their range. Matrices with a property are made so:
/// spd and symmetric, diagonal, orthogonal up to binary64's rounding. In the positive domain square matrices are
/// made diagonally dominant.
bindings random_inputs(const graph& g, std::uint64_t seed, domain d, const std::map<std::string, property>& properties = {});

/// The independent checks of one derivation; those that do not apply are absent.
struct verification {
  std::optional<bool> modulo_prime;      ///< the directional derivative agrees modulo 2^61 - 1
  std::optional<double> duals;           ///< largest relative difference from dual numbers in 256 bits
  std::optional<double> finite;          ///< relative difference from a finite difference in 256 bits
  std::optional<double> taylor_slope;    ///< order of the remainder: 2; absent where the function is linear along v
  std::string failure;                   ///< why a check could not be made, or empty

  /// Whether every check that was made agrees, and at least one was made.
  bool agrees() const;
  /// One line for a report.
  std::string text() const;
};

/// Checks <G, V> against the derivative of <seed, F> along random V, at `inputs`.
/// Finite differences and Taylor slopes are skipped where kinks, ties or ids make F piecewise.
verification verify(graph& g, const derivation& d, const bindings& inputs, std::uint64_t seed,
                    const std::map<std::string, property>& properties = {});

} // namespace fpcheck::expr
