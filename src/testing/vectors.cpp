#include <fpcheck/testing/vectors.hpp>

#include <fpcheck/exact/accumulator.hpp>

#include "recipe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace fpcheck::testing {
namespace {

/// Two codes, one term of a sum of products. In a plain sum `x` is 1.
struct product {
  std::uint64_t x, y;
};

/// The exact sum of products, with the sum of magnitudes beside it.
class running_sum {
public:
  explicit running_sum(const code_space& space) : space_(space) {}
  void add(const product& p) {
    const double x = space_.value(p.x), y = space_.value(p.y), high = x * y, low = std::fma(x, y, -high);
    sum_.add(high), sum_.add(low);
    const double sign = high < 0 ? -1 : 1;
    magnitudes_.add(sign * high), magnitudes_.add(sign * low);
  }
  double sum() const { return sum_.round(); }
  double magnitude() const { return magnitudes_.round(); }
  double condition() const {
    return sum_.sign() == 0 ? std::numeric_limits<double>::infinity() : magnitude() / std::fabs(sum());
  }

private:
  const code_space& space_;
  exact::double_sum sum_, magnitudes_;
};

template <class T>
void shuffle(std::vector<T>& items, dice& d) {
  for (std::uint64_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[d.below(i)]);
}

summand_codes summed(const code_space& space, std::vector<std::uint64_t> codes) {
  running_sum total(space);
  const std::uint64_t one = space.nearest(1);
  for (const std::uint64_t c : codes) total.add({one, c});
  return {std::move(codes), total.sum(), total.condition()};
}

dot_codes dotted(const code_space& space, const std::vector<product>& terms) {
  dot_codes out;
  running_sum total(space);
  for (const product& p : terms) {
    out.x.push_back(p.x), out.y.push_back(p.y);
    total.add(p);
  }
  out.dot = total.sum(), out.condition = total.condition();
  return out;
}

/// The code nearest to x that is finite.
std::uint64_t finite_nearest(const code_space& space, double x) {
  const std::uint64_t c = space.nearest(x);
  return std::isfinite(space.value(c)) ? c : space.truncated(x);
}

/// x with so many significand bits.
double with_bits(double x, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}

/// What the first factors of products are.
enum class first_factors : std::uint8_t { ones, drawn };

/// How many terms there are and how many bits the numbers have that are free.
using size_and_bits = std::tuple<std::uint64_t, std::uint64_t>;
constexpr std::uint64_t least_bits = 2;

rc::Gen<size_and_bits> sizes_and_bits(const code_space& space, rc::Gen<std::uint64_t> n) {
  const auto most = static_cast<std::uint64_t>(space.grid().precision);
  return rc::gen::tuple(std::move(n), shrinking_to_zero(most > least_bits ? most - least_bits : 0));
}

/// Half of the terms at random, then the others so that the sum comes down to `magnitude / condition`: each takes away
/// what is left, up to its own rounding, which is how sums in programs cancel.
std::vector<product> draw_cancelling(const code_space& space, const size_and_bits& size, double condition, first_factors first, dice& d) {
  const std::uint64_t n = std::max<std::uint64_t>(std::get<0>(size), 2), one = space.nearest(1);
  const int bits = static_cast<int>(std::get<1>(size) + least_bits);
  const double scale = std::fmin(1, space.largest() / 16);
  std::vector<product> terms;
  running_sum total(space);
  const auto random = [&](double sign) { return space.truncated(with_bits(scale * d.uniform(0.5, 1) * sign, bits)); };
  const auto factor = [&] {
    const std::uint64_t x = first == first_factors::ones ? one : random(d.one_in(2) ? 1 : -1);
    return space.value(x) == 0 ? one : x; // where the format has nothing as small
  };
  const auto take = [&](const product& p) {
    terms.push_back(p);
    total.add(p);
  };
  const auto against = [&](std::uint64_t x) { return (total.sum() > 0) == (space.value(x) > 0) ? -1.0 : 1.0; };
  const std::uint64_t free = std::max<std::uint64_t>(1, n / 2);
  for (std::uint64_t i = 0; i < free; ++i) {
    const std::uint64_t x = factor();
    take({x, random(d.one_in(2) ? 1 : -1)});
  }
  while (terms.size() + 3 < n) {
    const std::uint64_t x = factor();
    take({x, random(against(x))});
  }
  // The magnitudes double at most while the rest cancels, hence a factor of two in the condition.
  while (terms.size() < n) {
    const std::uint64_t x = factor();
    const double target = with_bits((total.magnitude() + std::fabs(total.sum())) / condition, bits);
    const double wanted = (d.one_in(2) && terms.size() + 1 < n ? -target : target) - total.sum();
    take({x, finite_nearest(space, wanted / space.value(x))});
  }
  shuffle(terms, d);
  return terms;
}

/// Integers times one quantum, whose magnitudes together need no more bits than the format has.
summand_codes draw_exactly_summable(const code_space& space, std::uint64_t n, dice& d) {
  const metric::grid& grid = space.grid();
  const double most = std::ldexp(1.0, std::min(grid.precision, 50));
  const int top = std::ilogb(space.largest()) - grid.precision, bottom = grid.min_exponent - grid.precision + 1;
  const double quantum = std::ldexp(1.0, static_cast<int>(d.between(std::max(bottom, -40), std::max(bottom, std::min(top, 40)))));
  double left = std::fmin(most, std::floor(space.largest() / quantum));
  std::vector<std::uint64_t> codes;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double share = std::floor(2 * left / static_cast<double>(n - i));
    const double m = std::fmin(left, std::floor(d.uniform(0, share + 1)));
    left -= m;
    const std::uint64_t code = space.truncated(m * quantum);
    codes.push_back(space.is_signed() && m != 0 && d.one_in(2) ? space.negated(code) : code);
  }
  shuffle(codes, d);
  return summed(space, std::move(codes));
}

/// The largest power of two that every term is a multiple of. Requires: some term is not zero.
double quantum_of(const code_space& space, const std::vector<std::uint64_t>& codes) {
  double out = std::numeric_limits<double>::infinity();
  for (const std::uint64_t c : codes) {
    double x = std::fabs(space.value(c));
    if (x == 0) continue;
    double bit = std::ldexp(1.0, std::ilogb(x)), lowest = bit;
    for (; x != 0; bit = std::ldexp(1.0, std::ilogb(x))) lowest = bit, x -= bit;
    out = std::fmin(out, lowest);
  }
  return out;
}

/// Multiples of one quantum with magnitudes that do not grow stay exactly summable: all in units of the quantum, or one term
/// without its sign, zero, one quantum, or half as large.
std::vector<summand_codes> simpler_summands(const code_space& space, const summand_codes& s) {
  std::vector<summand_codes> out;
  const double q = quantum_of(space, s.codes);
  if (!std::isfinite(q)) return out;
  const auto propose = [&](std::vector<std::uint64_t> codes) {
    if (codes != s.codes) out.push_back(summed(space, std::move(codes)));
  };
  double total = 0;
  for (const std::uint64_t c : s.codes) total += std::fabs(space.value(c));
  if (q != 1 && total / q <= space.largest()) {
    std::vector<std::uint64_t> units;
    for (const std::uint64_t c : s.codes) units.push_back(space.truncated(space.value(c) / q));
    propose(std::move(units));
  }
  for (std::size_t i = 0; i < s.codes.size() && out.size() < most_candidates; ++i) {
    const double x = std::fabs(space.value(s.codes[i]));
    if (s.codes[i] == 0) continue;
    for (const double smaller : {0.0, q, std::floor(x / q / 2) * q, x}) {
      if (smaller == x && !space.is_negative(s.codes[i])) continue;
      std::vector<std::uint64_t> codes = s.codes;
      codes[i] = space.truncated(smaller);
      propose(std::move(codes));
    }
  }
  return out;
}

} // namespace

rc::Gen<summand_codes> cancelling_codes(const code_space& space, rc::Gen<std::uint64_t> n, double condition) {
  RC_ASSERT(condition >= 1 && space.is_signed());
  return built<summand_codes, size_and_bits>(sizes_and_bits(space, std::move(n)), [space, condition](const size_and_bits& size, dice& d) {
    return summed(space, dotted(space, draw_cancelling(space, size, condition, first_factors::ones, d)).y);
  });
}

rc::Gen<dot_codes> cancelling_dot_codes(const code_space& space, rc::Gen<std::uint64_t> n, double condition) {
  RC_ASSERT(condition >= 1 && space.is_signed());
  return built<dot_codes, size_and_bits>(sizes_and_bits(space, std::move(n)), [space, condition](const size_and_bits& size, dice& d) {
    return dotted(space, draw_cancelling(space, size, condition, first_factors::drawn, d));
  });
}

rc::Gen<summand_codes> exactly_summable_codes(const code_space& space, rc::Gen<std::uint64_t> n) {
  auto whole = built<summand_codes, std::uint64_t>(
      std::move(n), [space](const std::uint64_t& count, dice& d) { return draw_exactly_summable(space, count, d); });
  return then_simpler<summand_codes>(std::move(whole), [space](const summand_codes& s) { return simpler_summands(space, s); });
}

} // namespace fpcheck::testing
