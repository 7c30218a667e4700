#include "stretch_builder.hpp"
#include "searched_inputs.hpp"

#include <algorithm>
#include <cmath>

namespace fpcheck::sweep {
namespace {

constexpr mpfr_prec_t bits_of_value = 200;
constexpr double largest_value = 0x1p960, least_value = 0x1p-960;
/// Of a value: what is left over by its two numbers, and what a composite of MPFR's functions may be off (2^16 ulps).
constexpr double error_of_value = 0x1p-104;
/// Of a value: what the function may move over a stretch, for the enclosure that its derivatives are computed with.
constexpr double widening = 0x1p-5, most_moved = 0x1p-6;
constexpr double wanted = 0x1p-12; ///< ulps
constexpr double rounding = 0x1p-53;
constexpr int most_halvings = 12;

bool is_negative(std::uint64_t code) { return code >> 63 != 0; }
double magnitude_of(std::uint64_t code) { return bit_cast<double>(code & ~std::uint64_t{0} >> 1); }
double largest_of(number_set a) { return std::max(std::fabs(a.low()), std::fabs(a.high())); }

/// The branch that expands the function at numbers of this size. Where the rows have a constant that only binary32 does not see past, because it
/// overflows or has integers only (exact constants are for these), the branch before it goes on.
const branch_row* branch_at(const reference_row& f, double size, bool negative) {
  const branch_row* last = nullptr;
  for (const branch_row& b : f.branches) {
    if (b.side == (negative ? branch_side::positive : branch_side::negative)) continue;
    const bool open = b.kind == branch_kind::constant && (b.error == 0 || b.error > 0x1p-80 * std::fabs(b.value));
    if (open) return last;
    last = &b;
    if (size < b.below) return last;
  }
  return last;
}

struct value_of_function {
  double high = 0, low = 0;
};
/// The function at a number, as two. Error: 2^-104 of it.
value_of_function value_at(const stretched_function& f, double x, std::uint64_t second) {
  precise y(bits_of_value);
  f.exact(y, x, second);
  value_of_function out;
  out.high = mpfr_get_d(y, MPFR_RNDN);
  mpfr_sub_d(y, y, out.high, MPFR_RNDN);
  out.low = mpfr_get_d(y, MPFR_RNDN);
  return out;
}

/// Of the circle the series that are its own, at the number itself.
series series_at(const branch_row& b) {
  switch (b.kind) {
  case branch_kind::circle_sine: return series_of::sin;
  case branch_kind::circle_cosine: return series_of::cos;
  case branch_kind::circle_tangent: return series_of::tan;
  case branch_kind::turn_sine: return series_of::sinpi;
  case branch_kind::turn_cosine: return series_of::cospi;
  default: return b.coefficients;
  }
}

/// Codes rise with the size of a number, whatever its sign.
std::int32_t direction_of(number_set slope, double turn) {
  if (slope.low() > 0) return turn > 0 ? 1 : -1;
  if (slope.high() < 0) return turn > 0 ? -1 : 1;
  return 0;
}

class stretch_maker {
public:
  stretch_maker(const stretched_function& f, input_row inputs) : f_(f) {
    out_.first = inputs.first, out_.spacing = inputs.spacing, out_.count = inputs.count, out_.second = inputs.second;
  }

  std::optional<stretch> make() {
    const std::uint64_t last = out_.code(out_.count - 1);
    const bool negative = is_negative(out_.first);
    low_ = magnitude_of(out_.first), high_ = magnitude_of(last);
    if (out_.count < 2 || negative != is_negative(last) || !(low_ > 0x1p-900) || !(high_ < INFINITY) || high_ > 2 * low_) return std::nullopt;
    const auto e = f_.over(low_, high_, negative, out_.second);
    if (!e) return std::nullopt;
    out_.center = magnitude_of(out_.code(out_.count / 2));
    const double reach = std::max(high_ - out_.center, out_.center - low_); // exact
    unit_ = std::ldexp(1.0, std::ilogb(reach) + 1);
    out_.scale = 1 / unit_;
    const value_of_function value = value_at(f_, negative ? -out_.center : out_.center, out_.second);
    out_.high = value.high, out_.c[0] = value.low;
    if (!(std::fabs(out_.high) < largest_value) || std::fabs(out_.high) < least_value) return std::nullopt;
    return e->coefficients ? expanded(*e) : with_error(e->error);
  }

private:
  std::optional<stretch> expanded(const expansion& e) {
    // All three are exact: offset and size lie within a factor of two where there is one.
    const double at = e.offset + e.factor * out_.center, one = e.offset + e.factor * low_, other = e.offset + e.factor * high_;
    if (!(std::min(one, other) > 0)) return std::nullopt;
    const double value = e.sign * out_.high, ulp = std::fabs(value) * 0x1p-52, margin = std::fabs(value) * widening;
    jet at_center, over;
    const number_set here{value - ulp, value + ulp}, near{value - margin, value + margin};
    at_center[0] = over[0] = here;
    e.coefficients({number_set{at}, unit_}, here, at_center);
    e.coefficients({number_set{std::min(one, other), std::max(one, other)}, unit_}, e.reads_values ? near : here, over);
    // Where the slope leads no further than half the margin nothing has left it: the function is within it everywhere.
    if (!(largest_of(over[1]) <= std::fabs(value) * most_moved)) return std::nullopt;
    double error = largest_of(over[stretch_degree + 1]), turn = e.sign;
    for (std::size_t j = 1; j <= stretch_degree; ++j) {
      turn *= e.factor;
      const number_set a = at_center[j];
      const double c = a.low() + (a.high() - a.low()) / 2;
      error += std::max(a.high() - c, c - a.low()) * (1 + 0x1p-50);
      out_.c[j] = turn * c;
    }
    out_.direction = direction_of(over[1], e.sign * e.factor);
    return with_error(error);
  }

  std::optional<stretch> with_error(double error) {
    // Each coefficient takes part in j + 1 roundings, and the rest in one more where it is compared with a result's.
    for (std::size_t j = 0; j <= stretch_degree; ++j) error += static_cast<double>(j + 2) * rounding * std::fabs(out_.c[j]);
    out_.error = (error + error_of_value * std::fabs(out_.high)) * (1 + 0x1p-40) + 0x1p-1060;
    if (!(out_.error <= wanted * std::ldexp(1.0, std::ilogb(out_.high) - 53))) return std::nullopt;
    return out_;
  }

  const stretched_function& f_;
  stretch out_;
  double low_ = 0, high_ = 0, unit_ = 1;
};

} // namespace

stretched_function::stretched_function(const searched_function& f) : reference_(f.reference), exact_(exact_of(f)) {
  const auto& all = reference_rows();
  if (f.arguments == 1) row_ = &*std::find_if(all.begin(), all.end(), [&](const reference_row& r) { return r.name == f.reference; });
}

void stretched_function::exact(mpfr_ptr y, double x, std::uint64_t second) const {
  precise at(53), other(53);
  mpfr_set_d(at, x, MPFR_RNDN), mpfr_set_d(other, bit_cast<double>(second), MPFR_RNDN);
  exact_(y, at, other);
}

std::optional<expansion> stretched_function::over(double low, double high, bool negative, std::uint64_t second) const {
  return row_ != nullptr ? of_one(low, high, negative) : of_two(low, high, negative, bit_cast<double>(second));
}

std::optional<expansion> stretched_function::of_one(double low, double high, bool negative) const {
  const branch_row* b = branch_at(*row_, low, negative);
  if (b == nullptr || b != branch_at(*row_, high, negative) || b->kind == branch_kind::undefined) return std::nullopt;
  expansion out;
  out.error = b->error;
  if (b->kind == branch_kind::constant) return out;
  const series of = series_at(*b);
  out.coefficients = of, out.reads_values = reads_values(of);
  if (b->kind == branch_kind::table) out.offset = b->offset, out.factor = b->factor;
  if (negative && row_->symmetry == parity::odd) out.sign = -1;
  return out;
}

std::optional<expansion> stretched_function::of_two(double low, double high, bool negative, double second) const {
  const double size = std::fabs(second);
  const number_set other{second};
  expansion out;
  if (!(size > 0x1p-300) || !(size < 0x1p300) || !(low > 0x1p-300) || !(high < 0x1p300)) return std::nullopt;
  if (reference_ == "pow") {
    if (negative) return std::nullopt; // defined at whole exponents only
    out.coefficients = [other](const place& at, number_set y, jet& to) { series_of::power_of(at, y, other, to); };
  } else if (reference_ == "hypot") {
    out.coefficients = [other](const place& at, number_set y, jet& to) { series_of::length_with(at, y, other, to); };
  } else if (reference_ == "atan2") {
    out.coefficients = [other](const place& at, number_set, jet& to) { series_of::angle_beside(at, other, to); };
    out.sign = negative ? -1 : 1;
  } else if (reference_ == "fmod" && is_linear(low, high, second)) {
    out.coefficients = [](const place& at, number_set, jet& to) {
      to.fill(number_set{0.0});
      to[1] = number_set{at.unit};
    };
    out.sign = negative ? -1 : 1;
  } else {
    return std::nullopt;
  }
  return out;
}

/// Whether a remainder does not begin anew between two numbers.
bool stretched_function::is_linear(double low, double high, double second) const {
  precise one(bits_of_value), other(bits_of_value);
  exact(one, low, bit_cast<std::uint64_t>(second)), exact(other, high, bit_cast<std::uint64_t>(second));
  mpfr_sub(other, other, one, MPFR_RNDN);
  return mpfr_cmp_d(other, high - low) == 0;
}

std::optional<stretch> make_stretch(const stretched_function& f, input_row inputs) {
  for (int i = 0; i <= most_halvings && inputs.count != 0; ++i, inputs.count /= 2)
    if (auto made = stretch_maker(f, inputs).make()) return made;
  return std::nullopt;
}

} // namespace fpcheck::sweep
