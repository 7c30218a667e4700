#pragma once
#include <fpcheck/testing/code_space.hpp>

#include <rapidcheck.h>

#include <cmath>
#include <functional>
#include <utility>

/// Drawing from RapidCheck's random source, and generators made of a draw and a way to simplify.
namespace fpcheck::testing {

/// A stream of random numbers for one value.
class dice {
public:
  explicit dice(const rc::Random& random) : random_(random) {}

  std::uint64_t bits() { return random_.next(); }
  /// In [0, n). Requires: n > 0. The bias is below n / 2^64.
  std::uint64_t below(std::uint64_t n) { return bits() % n; }
  /// In [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  /// In [0, 1).
  double unit() { return std::ldexp(static_cast<double>(bits() >> 11), -53); }
  /// In [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  /// Standard normal, by the polar method.
  double normal() {
    for (;;) {
      const double u = uniform(-1, 1), v = uniform(-1, 1), s = u * u + v * v;
      if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
    }
  }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

private:
  rc::Random random_;
};

/// A generator that draws by `draw(dice, size)` and shrinks to `simpler(value)`, recursively.
template <class T>
rc::Gen<T> generator_of(std::function<T(dice&, int)> draw, std::function<std::vector<T>(const T&)> simpler) {
  return [draw = std::move(draw), simpler = std::move(simpler)](const rc::Random& random, int size) {
    dice d(random);
    return rc::shrinkable::shrinkRecur(draw(d, size),
                                       [simpler](const T& x) { return rc::seq::fromContainer(simpler(x)); });
  };
}

} // namespace fpcheck::testing
