#include <fpcheck/testing/numbers.hpp>

#include "draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

rc::Gen<std::uint64_t> shrinking(const code_space& space, value_classes allowed,
                                 std::function<std::uint64_t(dice&, int)> draw) {
  return generator_of<std::uint64_t>(std::move(draw),
                                     [space, allowed](std::uint64_t code) { return space.simpler(code, allowed); });
}

/// A generator that shrinks within a set that simplification would leave: to nothing simpler.
rc::Gen<std::uint64_t> unshrinking(std::function<std::uint64_t(dice&)> draw) {
  return [draw = std::move(draw)](const rc::Random& random, int) {
    dice d(random);
    return rc::shrinkable::just(draw(d));
  };
}

std::uint64_t moved(const code_space& space, std::uint64_t code, std::int64_t steps) {
  for (; steps > 0; --steps) code = space.next_up(code);
  for (; steps < 0; ++steps) code = space.next_down(code);
  return code;
}

/// A number halfway between neighbours of `target`, on the scale of a random code of it.
double tie_of(const code_space& target, dice& d) {
  const auto subnormal = target.count(value_class::subnormal) > 0 && d.one_in(4);
  const std::uint64_t code = draw_code(target, subnormal ? value_class::subnormal : value_class::normal, d);
  const double x = std::fabs(target.value(code));
  const double ulp = metric::ulp(target.grid(), x);
  const double tie = x + ulp / 2; // exact in binary64: precision of target and one bit more
  return target.is_signed() && d.one_in(2) ? -tie : tie;
}

double edge_tie(const code_space& target, dice& d) {
  const double largest = target.largest();
  const double over = largest + metric::ulp(target.grid(), largest) / 2, under = metric::smallest_positive(target.grid()) / 2;
  const double x = d.one_in(2) ? over : under;
  return target.is_signed() && d.one_in(2) ? -x : x;
}

} // namespace

rc::Gen<std::uint64_t> codes(const code_space& space, value_classes wanted) {
  const std::vector<value_class> present = classes_in(space, wanted);
  RC_ASSERT(!present.empty());
  return shrinking(space, wanted, [space, present](dice& d, int) {
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
  return unshrinking([source, target](dice& d) {
    const std::uint64_t tie = source.nearest(d.one_in(8) ? edge_tie(target, d) : tie_of(target, d));
    return moved(source, tie, d.between(-1, 1));
  });
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
