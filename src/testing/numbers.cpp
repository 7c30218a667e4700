#include <fpcheck/testing/numbers.hpp>

#include "draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace fpcheck::testing {
namespace {

constexpr std::array every_class{value_class::zero,     value_class::subnormal, value_class::normal,
                                 value_class::infinity, value_class::quiet_nan, value_class::signalling_nan};

std::vector<value_class> classes_in(const code_space& space, value_classes wanted) {
  std::vector<value_class> out;
  for (const value_class c : every_class)
    if (wanted.has(c) && space.count(c) > 0) out.push_back(c);
  return out;
}

/// A number whose significand has few bits: a power of two, a small integer.
std::uint64_t round_number(const code_space& space, dice& d) {
  if (d.one_in(4)) return space.truncated(1);
  if (d.one_in(2)) return space.truncated(static_cast<double>(1 + d.below(16)));
  const int low = space.grid().min_exponent;
  const double largest = space.largest();
  return space.truncated(std::ldexp(1.0, static_cast<int>(d.between(low, std::ilogb(largest)))));
}

std::uint64_t draw_code(const code_space& space, value_class c, dice& d) {
  std::uint64_t code = 0;
  if (d.one_in(4)) {
    const std::uint64_t last = space.count(c) - 1;
    const bool number = c == value_class::normal && d.one_in(2);
    code = number ? round_number(space, d) : *space.pick(c, d.one_in(2) ? 0 : last);
  } else {
    code = *space.pick(c, d.bits());
  }
  const std::uint64_t other = d.one_in(2) ? space.negated(code) : code;
  return space.class_of(other) == c ? other : code;
}

/// Where the numbers of one case meet: sums and differences go wrong among numbers of like magnitude, which independent draws from
/// all of a format's range hardly ever are. All generators of a case share its size and nothing else, so the size says whether and where.
struct meeting {
  bool holds;
  double place; ///< in [0, 1), from the least exponent to the greatest
};
meeting meeting_of(int size) {
  std::uint64_t h = static_cast<std::uint64_t>(size) + 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  return {(h & 1) != 0, std::ldexp(static_cast<double>(h >> 11), -53)};
}

/// A normal number within a few binary orders of the place where numbers meet; none where the format has it not.
std::optional<std::uint64_t> draw_meeting(const code_space& space, double place, dice& d) {
  const int low = space.grid().min_exponent, high = std::ilogb(space.largest());
  const int apart = d.one_in(2) ? 1 : std::max(1, space.grid().precision / 2);
  const int middle = low + static_cast<int>(place * (high - low + 1));
  const auto exponent = static_cast<int>(std::clamp<std::int64_t>(middle + d.between(-apart, apart), low, high));
  const std::uint64_t code = space.truncated(std::ldexp(1 + d.unit(), exponent));
  if (space.class_of(code) != value_class::normal) return std::nullopt;
  return d.one_in(2) ? space.negated(code) : code;
}

rc::Gen<std::uint64_t> shrinking(const code_space& space, value_classes allowed,
                                 std::function<std::uint64_t(dice&, int)> draw) {
  return generator_of<std::uint64_t>(std::move(draw),
                                     [space, allowed](std::uint64_t code) { return space.simpler(code, allowed); });
}

std::uint64_t moved(const code_space& space, std::uint64_t code, std::int64_t steps) {
  for (; steps > 0; --steps) code = space.next_up(code);
  for (; steps < 0; ++steps) code = space.next_down(code);
  return code;
}

/// What a number near a tie of `target` is made of: the tie above a code, or at the edge of overflow or of underflow.
struct tie {
  enum class place : std::uint8_t { above_code, overflow, underflow } where = place::above_code;
  std::uint64_t code = 0;  ///< of `target`
  std::int64_t steps = 0;  ///< of the source's own, beside the tie
};

constexpr value_classes above_zero{value_class::subnormal, value_class::normal};

tie draw_tie(const code_space& target, dice& d) {
  tie t;
  t.steps = d.between(-1, 1);
  t.where = !d.one_in(8) ? tie::place::above_code : d.one_in(2) ? tie::place::overflow : tie::place::underflow;
  const bool subnormal = target.count(value_class::subnormal) > 0 && d.one_in(4);
  t.code = draw_code(target, subnormal ? value_class::subnormal : value_class::normal, d);
  return t;
}

/// The midpoint of two neighbours: exact in binary64, as precise as `target` and one bit more.
double midpoint(const code_space& target, const tie& t) {
  const auto half_above = [&](double x) { return x + metric::ulp(target.grid(), x) / 2; };
  const double x = t.where == tie::place::above_code ? half_above(std::fabs(target.value(t.code)))
                   : t.where == tie::place::overflow ? half_above(target.largest())
                                                     : metric::smallest_positive(target.grid()) / 2;
  return target.is_signed() && target.is_negative(t.code) ? -x : x;
}

/// The tie itself, and ties above simpler numbers.
std::vector<tie> simpler_ties(const code_space& target, const tie& t) {
  std::vector<tie> out;
  for (const std::uint64_t code : target.simpler(t.code, above_zero)) out.push_back({t.where, code, t.steps});
  if (t.steps != 0) out.push_back({t.where, t.code, 0});
  return out;
}

} // namespace

rc::Gen<std::uint64_t> codes(const code_space& space, value_classes wanted) {
  const std::vector<value_class> present = classes_in(space, wanted);
  RC_ASSERT(!present.empty());
  return shrinking(space, wanted, [space, present, numbers = wanted.has(value_class::normal)](dice& d, int size) {
    const meeting m = meeting_of(size);
    if (numbers && m.holds && !d.one_in(4))
      if (const auto code = draw_meeting(space, m.place, d)) return *code;
    return draw_code(space, present[d.below(present.size())], d);
  });
}

rc::Gen<std::uint64_t> log_uniform_codes(const code_space& space, int low, int high) {
  return generator_of<std::uint64_t>(
      [space, low, high](dice& d, int) {
        const double x = std::exp2(d.uniform(low, high));
        const std::uint64_t code = space.truncated(std::clamp(x, std::exp2(low), std::exp2(high)));
        return d.one_in(2) ? space.negated(code) : code;
      },
      [space, low, high](std::uint64_t code) {
        std::vector<std::uint64_t> out = space.simpler(code, finite_classes);
        std::erase_if(out, [&](std::uint64_t c) {
          const double x = std::fabs(space.value(c));
          return x < std::exp2(low) || x > std::exp2(high);
        });
        return out;
      });
}

rc::Gen<std::uint64_t> near_tie_codes(const code_space& source, const code_space& target) {
  auto ties = generator_of<tie>([target](dice& d, int) { return draw_tie(target, d); }, [target](const tie& t) { return simpler_ties(target, t); });
  return rc::gen::map(std::move(ties), [source, target](const tie& t) { return moved(source, source.nearest(midpoint(target, t)), t.steps); });
}

rc::Gen<std::uint64_t> neighbour_codes(const code_space& space, std::uint64_t code, int steps) {
  return [space, code, steps](const rc::Random& random, int) {
    dice d(random);
    const std::int64_t away = d.between(-steps, steps);
    // Towards `code` itself, the simplest of its neighbours.
    return rc::shrinkable::map(rc::shrinkable::shrinkRecur(away, [](std::int64_t k) {
                                 return rc::seq::fromContainer(k == 0 ? std::vector<std::int64_t>{}
                                                                      : std::vector<std::int64_t>{0, k - (k > 0 ? 1 : -1)});
                               }),
                               [space, code](std::int64_t k) { return moved(space, code, k); });
  };
}

} // namespace fpcheck::testing
