#include <fpcheck/testing/vectors.hpp>

#include <fpcheck/exact/accumulator.hpp>

#include "recipe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fpcheck::testing {
namespace {

/// The exact sum of codes, with the sum of magnitudes beside it.
class running_sum {
public:
  explicit running_sum(const code_space& space) : space_(space) {}
  void add(std::uint64_t code) {
    const double x = space_.value(code);
    sum_.add(x);
    magnitudes_.add(std::fabs(x));
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

void shuffle(std::vector<std::uint64_t>& codes, dice& d) {
  for (std::uint64_t i = codes.size(); i > 1; --i) std::swap(codes[i - 1], codes[d.below(i)]);
}

summand_codes finished(const code_space& space, std::vector<std::uint64_t> codes, dice& d) {
  shuffle(codes, d);
  running_sum total(space);
  for (const std::uint64_t c : codes) total.add(c);
  return {std::move(codes), total.sum(), total.condition()};
}

/// The code nearest to x that is finite.
std::uint64_t finite_nearest(const code_space& space, double x) {
  const std::uint64_t c = space.nearest(x);
  return std::isfinite(space.value(c)) ? c : space.truncated(x);
}

/// Half of the summands at random, then the others so that the sum comes down to `magnitude / condition`: each takes away
/// what is left, up to its own rounding, which is how sums in programs cancel.
summand_codes draw_cancelling(const code_space& space, std::uint64_t n, double condition, dice& d) {
  n = std::max<std::uint64_t>(n, 2);
  const double scale = std::fmin(1, space.largest() / 16);
  std::vector<std::uint64_t> codes;
  running_sum total(space);
  const auto take = [&](std::uint64_t code) {
    codes.push_back(code);
    total.add(code);
  };
  const std::uint64_t free = std::max<std::uint64_t>(1, n / 2);
  for (std::uint64_t i = 0; i < free; ++i) take(space.truncated(scale * d.uniform(0.5, 1) * (d.one_in(2) ? 1 : -1)));
  while (codes.size() + 3 < n) take(space.truncated(scale * d.uniform(0.5, 1) * (total.sum() > 0 ? -1 : 1)));
  // The magnitudes double at most while the rest cancels, hence a factor of two in the condition.
  while (codes.size() < n) {
    const double target = (total.magnitude() + std::fabs(total.sum())) / condition;
    take(finite_nearest(space, (d.one_in(2) && codes.size() + 1 < n ? -target : target) - total.sum()));
  }
  return finished(space, std::move(codes), d);
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
  return finished(space, std::move(codes), d);
}

} // namespace

rc::Gen<summand_codes> cancelling_codes(const code_space& space, rc::Gen<std::uint64_t> n, double condition) {
  RC_ASSERT(condition >= 1 && space.is_signed());
  return built<summand_codes, std::uint64_t>(std::move(n), [space, condition](const std::uint64_t& count, dice& d) {
    return draw_cancelling(space, count, condition, d);
  });
}

rc::Gen<summand_codes> exactly_summable_codes(const code_space& space, rc::Gen<std::uint64_t> n) {
  return built<summand_codes, std::uint64_t>(
      std::move(n), [space](const std::uint64_t& count, dice& d) { return draw_exactly_summable(space, count, d); });
}

} // namespace fpcheck::testing
