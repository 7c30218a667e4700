#include "stretch_builder.hpp"

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
value_of_function value_at(exact_function exact, double x) {
  precise at(53), y(bits_of_value);
  mpfr_set_d(at, x, MPFR_RNDN);
  exact(y, at);
  value_of_function out;
  out.high = mpfr_get_d(y, MPFR_RNDN);
  mpfr_sub_d(y, y, out.high, MPFR_RNDN);
  out.low = mpfr_get_d(y, MPFR_RNDN);
  return out;
}

class stretch_maker {
public:
  stretch_maker(const reference_row& f, exact_function exact, input_row inputs) : f_(f), exact_(exact), inputs_(inputs) {}

  std::optional<stretch> make() {
    out_.first = inputs_.first, out_.spacing = inputs_.spacing, out_.count = inputs_.count;
    const std::uint64_t last = out_.code(out_.count - 1);
    low_ = magnitude_of(out_.first), high_ = magnitude_of(last);
    if (out_.count < 2 || is_negative(out_.first) != is_negative(last) || !(low_ > 0x1p-900) || !(high_ < INFINITY) || high_ > 2 * low_) return std::nullopt;
    const branch_row* first_branch = branch_at(f_, low_, negative());
    if (first_branch == nullptr || first_branch != branch_at(f_, high_, negative()) || first_branch->kind == branch_kind::undefined) return std::nullopt;
    out_.center = magnitude_of(out_.code(out_.count / 2));
    const double reach = std::max(high_ - out_.center, out_.center - low_); // exact
    unit_ = std::ldexp(1.0, std::ilogb(reach) + 1);
    out_.scale = 1 / unit_;
    const value_of_function value = value_at(exact_, negative() ? -out_.center : out_.center);
    out_.high = value.high, out_.c[0] = value.low;
    if (!(std::fabs(out_.high) < largest_value) || std::fabs(out_.high) < least_value) return std::nullopt;
    if (first_branch->kind == branch_kind::constant) return with_error(first_branch->error);
    return expanded(*first_branch);
  }

private:
  bool negative() const { return is_negative(out_.first); }

  std::optional<stretch> expanded(const branch_row& b) {
    const double offset = b.kind == branch_kind::table ? b.offset : 0, factor = b.kind == branch_kind::table ? b.factor : 1;
    // Both are exact: offset and size lie within a factor of two where there is one.
    const double at = offset + factor * out_.center, one = offset + factor * low_, other = offset + factor * high_;
    if (!(std::min(one, other) > 0)) return std::nullopt;
    // The series is of the function at |x|: of an odd one with the other sign.
    const bool odd = negative() && f_.symmetry == parity::odd;
    const double sign = odd ? -1 : 1, value = sign * out_.high, ulp = std::fabs(value) * 0x1p-52, margin = std::fabs(value) * widening;
    jet at_center, over;
    const number_set here{value - ulp, value + ulp}, near{value - margin, value + margin};
    at_center[0] = over[0] = here;
    series_at(b)({number_set{at}, unit_}, here, at_center);
    series_at(b)({number_set{std::min(one, other), std::max(one, other)}, unit_}, reads_values(series_at(b)) ? near : here, over);
    // Where the slope leads no further than half the margin nothing has left it: the function is within it everywhere.
    if (!(largest_of(over[1]) <= std::fabs(value) * most_moved)) return std::nullopt;
    double error = largest_of(over[stretch_degree + 1]), turn = sign;
    for (std::size_t j = 1; j <= stretch_degree; ++j) {
      turn *= factor;
      const number_set a = at_center[j];
      const double c = a.low() + (a.high() - a.low()) / 2;
      error += std::max(a.high() - c, c - a.low()) * (1 + 0x1p-50);
      out_.c[j] = turn * c;
    }
    out_.direction = direction_of(over[1], sign * factor);
    return with_error(error);
  }
  /// Of the circle the series that are its own, at the number itself.
  static series series_at(const branch_row& b) {
    if (b.kind == branch_kind::circle_sine) return series_of::sin;
    if (b.kind == branch_kind::circle_cosine) return series_of::cos;
    if (b.kind == branch_kind::circle_tangent) return series_of::tan;
    if (b.kind == branch_kind::turn_sine) return series_of::sinpi;
    if (b.kind == branch_kind::turn_cosine) return series_of::cospi;
    return b.coefficients;
  }
  /// Codes rise with the size of a number, whatever its sign.
  static std::int32_t direction_of(number_set slope, double turn) {
    if (slope.low() > 0) return turn > 0 ? 1 : -1;
    if (slope.high() < 0) return turn > 0 ? -1 : 1;
    return 0;
  }

  std::optional<stretch> with_error(double error) {
    // Each coefficient takes part in j + 1 roundings, and the rest in one more where it is compared with a result's.
    for (std::size_t j = 0; j <= stretch_degree; ++j) error += static_cast<double>(j + 2) * rounding * std::fabs(out_.c[j]);
    out_.error = (error + error_of_value * std::fabs(out_.high)) * (1 + 0x1p-40) + 0x1p-1060;
    if (!(out_.error <= wanted * std::ldexp(1.0, std::ilogb(out_.high) - 53))) return std::nullopt;
    return out_;
  }

  const reference_row& f_;
  exact_function exact_;
  input_row inputs_;
  stretch out_;
  double low_ = 0, high_ = 0, unit_ = 1;
};

} // namespace

std::optional<stretch> make_stretch(const reference_row& f, exact_function exact, input_row inputs) {
  for (int i = 0; i <= most_halvings && inputs.count != 0; ++i, inputs.count /= 2)
    if (auto made = stretch_maker(f, exact, inputs).make()) return made;
  return std::nullopt;
}

const reference_row& reference_row_named(std::string_view name) {
  const auto& all = reference_rows();
  return *std::find_if(all.begin(), all.end(), [&](const reference_row& r) { return r.name == name; });
}

} // namespace fpcheck::sweep
