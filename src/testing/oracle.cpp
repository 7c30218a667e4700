#include <fpcheck/testing/oracle.hpp>

#include <fpcheck/expr/exact_text.hpp>
#include <fpcheck/expr/infer.hpp>

#include <cmath>

namespace fpcheck::testing {
namespace {

/// `x`, rounded as if there were no largest number, with the overflow of the format: formats differ in what stands there.
double in_range(const code_space& space, double x, reference::rounding direction) {
  using enum reference::rounding;
  const double largest = space.largest();
  if (std::fabs(x) <= largest) return x;
  const bool inward = direction == toward_zero || (direction == down && x > 0) || (direction == up && x < 0);
  return inward ? std::copysign(largest, x) : space.value(space.nearest(std::copysign(HUGE_VAL, x)));
}

/// How many hexadecimal digits the significand of "0x1.8p+3" has.
std::size_t digits_of(const std::string& hex) {
  const std::size_t start = hex.find('x'), end = hex.find('p');
  if (start == std::string::npos || end == std::string::npos) return std::string::npos;
  return end - start - 1 - (hex.find('.') == std::string::npos ? 0 : 1);
}

} // namespace

result<oracle> oracle::evaluate(const std::string& expression, const inputs& values) {
  const auto named = values.named();
  if (!named) return tl::unexpected(named.error());
  const auto program = expr::infer(expression, expr::environment_of(*named));
  if (!program) return tl::unexpected(program.error());
  auto found = expr::evaluate_exactly(program->nodes, program->root, expr::bindings_of(*named));
  if (!found) return tl::unexpected(found.error());
  for (std::size_t i = 0; i < found->radius.size(); ++i)
    if (!(found->radius[i] < HUGE_VAL))
      return fail("element " + std::to_string(i) + " of " + expression + " has no bound", {}, "it lies at a pole, a kink or a tie");
  for (std::size_t i = 0; i < found->radius.size(); ++i)
    if (found->radius[i] <= std::fabs(found->nearest[i]) * 0x1p-200 && digits_of(found->exact[i]) <= 16) found->radius[i] = 0;
  oracle out;
  out.shape_.assign(found->sizes.begin(), found->sizes.end());
  out.exact_ = std::move(found->exact);
  out.decimal_ = std::move(found->decimal);
  out.nearest_ = std::move(found->nearest);
  out.radius_ = std::move(found->radius);
  return out;
}

result<double> oracle::rounded(std::size_t i, tensor::dtype type, reference::rounding direction) const {
  if (!tensor::is_real(type)) return fail(std::string(tensor::name(type)) + " is no floating-point type");
  const code_space space = code_space::of(type);
  const reference::bracket b = reference::round_text(exact_[i], radius_[i], direction,
                                                     {space.grid().precision, space.grid().min_exponent, std::ilogb(space.largest())});
  if (std::isnan(b.low) && std::isnan(b.high)) return b.low;
  if (b.low == b.high) return in_range(space, b.low, direction);
  return fail("256 bits do not decide how " + decimal_[i] + " rounds to " + std::string(tensor::name(type)));
}

reference::bracket oracle::enclosure(std::size_t i) const {
  return {reference::round_text(exact_[i], radius_[i], reference::rounding::down).low,
          reference::round_text(exact_[i], radius_[i], reference::rounding::up).high};
}

} // namespace fpcheck::testing
