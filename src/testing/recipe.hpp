#pragma once
#include "draw.hpp"

namespace fpcheck::testing {

/// A generator that draws `parameters`, and makes a value of them with dice that stay the same while they shrink: the
/// structure of the value survives shrinking.
template <class T, class Parameters>
rc::Gen<T> built(rc::Gen<Parameters> parameters, std::function<T(const Parameters&, dice&)> build) {
  return [parameters = std::move(parameters), build = std::move(build)](const rc::Random& random, int size) {
    rc::Random rest = random;
    const rc::Random first = rest.split();
    return rc::shrinkable::map(parameters(first, size), [rest, build](const Parameters& p) {
      dice d(rest);
      return build(p, d);
    });
  };
}

/// How many simpler values are proposed at once where there may be as many as elements.
inline constexpr std::size_t most_candidates = 256;

/// Always n at first; shrinks to zero: a measure of how much a value is elaborated.
inline rc::Gen<std::uint64_t> shrinking_to_zero(std::uint64_t n) {
  return generator_of<std::uint64_t>([n](dice&, int) { return n; },
                                     [](std::uint64_t k) { return k == 0 ? std::vector<std::uint64_t>{} : k == 1 ? std::vector<std::uint64_t>{0} : std::vector<std::uint64_t>{0, k - 1}; });
}

/// `whole`, and what it shrinks to, shrinking further to `simpler(value)`.
template <class T>
rc::Shrinkable<T> then_simpler(rc::Shrinkable<T> whole, std::function<std::vector<T>(const T&)> simpler) {
  return rc::shrinkable::lambda(
      [whole] { return whole.value(); },
      [whole, simpler] {
        auto structure = rc::seq::map(whole.shrinks(), [simpler](rc::Shrinkable<T>&& s) { return then_simpler<T>(std::move(s), simpler); });
        auto elements = rc::seq::map(rc::seq::fromContainer(simpler(whole.value())), [simpler](T&& value) {
          return rc::shrinkable::shrinkRecur(std::move(value), [simpler](const T& x) { return rc::seq::fromContainer(simpler(x)); });
        });
        return rc::seq::concat(std::move(structure), std::move(elements));
      });
}

/// A generator whose values shrink as those of `g`, and further to `simpler(value)`.
template <class T>
rc::Gen<T> then_simpler(rc::Gen<T> g, std::function<std::vector<T>(const T&)> simpler) {
  return [g = std::move(g), simpler = std::move(simpler)](const rc::Random& random, int size) { return then_simpler<T>(g(random, size), simpler); };
}

} // namespace fpcheck::testing
