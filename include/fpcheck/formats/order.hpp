#pragma once
#include <fpcheck/formats/round.hpp>
#include <fpcheck/formats/tags.hpp>

/// Order among the codes of one format, with integers only: no machine mode or compiler flag changes an answer.
namespace fpcheck {

/// How two numbers compare.
enum class ordering : std::uint8_t { less, equal, greater, unordered };

/// What min and max do with one NaN operand.
enum class nan_operand : std::uint8_t {
  ignored,   ///< the other operand is the result: minimumNumber of IEEE 754-2019, PTX min and max
  propagates ///< the result is NaN: minimum of IEEE 754-2019, PTX min.NaN and max.NaN
};

namespace detail {
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t unboxed(const format_row& row, std::uint32_t stored) noexcept {
  return (stored >> row.box_shift) & code_mask(row);
}
/// A key that grows with the value; both zeros have the key 0. Requires: not a NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t value_key(const format_row& row, std::uint32_t code) noexcept {
  const std::int64_t magnitude = code & magnitude_mask(row);
  return (code & sign_mask(row)) != 0 ? -magnitude : magnitude;
}
/// A key that puts -0 below 0 and the NaNs at the ends.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t total_key(const format_row& row, std::uint32_t code) noexcept {
  if (nan_is_negative_zero(row) && code == sign_mask(row)) return -(std::int64_t{1} << 33);
  const std::int64_t magnitude = code & magnitude_mask(row);
  return (code & sign_mask(row)) != 0 ? -magnitude - 1 : magnitude;
}
} // namespace detail

/// Compares two stored codes of the format `row` by value: -0 equals 0, NaN is unordered.
FPCHECK_HD FPCHECK_INLINE constexpr ordering compare_codes(const format_row& row, std::uint32_t a,
                                                           std::uint32_t b) noexcept {
  const std::uint32_t x = detail::unboxed(row, a), y = detail::unboxed(row, b);
  if (is_nan_code(row, x) || is_nan_code(row, y)) return ordering::unordered;
  const std::int64_t p = detail::value_key(row, x), q = detail::value_key(row, y);
  return p < q ? ordering::less : p > q ? ordering::greater : ordering::equal;
}

/// Whether a stands before b, or is b, in IEEE 754's totalOrder: -NaN, -inf, ..., -0, 0, ..., inf, NaN; NaNs by
/// payload. The one NaN of a format without a negative zero stands first.
FPCHECK_HD FPCHECK_INLINE constexpr bool total_order(const format_row& row, std::uint32_t a, std::uint32_t b) noexcept {
  return detail::total_key(row, detail::unboxed(row, a)) <= detail::total_key(row, detail::unboxed(row, b));
}

namespace detail {
enum class extreme : std::uint8_t { min, max };

FPCHECK_HD FPCHECK_INLINE constexpr encoded<std::uint32_t> pick_extreme(const format_row& row, const policy& p,
                                                                        std::uint32_t a, std::uint32_t b, extreme which,
                                                                        nan_operand nans) noexcept {
  const std::uint32_t x = unboxed(row, a), y = unboxed(row, b);
  const bool nan_x = is_nan_code(row, x), nan_y = is_nan_code(row, y);
  if (nan_x || nan_y) {
    const std::uint32_t nan = nan_x ? x : y;
    const bool quiet =
        row.specials != special_codes::ieee || row.precision < 3 || ((nan >> (row.precision - 2)) & 1) != 0;
    const auto payload = nan & ((std::uint32_t{1} << mantissa_bits(row)) - 1);
    const std::uint32_t sign = (nan & sign_mask(row)) != 0 ? 1 : 0;
    const auto converted = round_nan<std::uint32_t>(row, p, sign, payload, !quiet);
    if ((nan_x && nan_y) || nans == nan_operand::propagates) return {converted.code << row.box_shift, converted.flags};
    return {(nan_x ? y : x) << row.box_shift, converted.flags};
  }
  const bool first = (total_key(row, x) <= total_key(row, y)) == (which == extreme::min);
  return {(first ? x : y) << row.box_shift, status::none};
}
} // namespace detail

/// The smaller of two stored codes; -0 is smaller than 0. A NaN result is made by the policy.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>>
min(code_type<Tag> a, code_type<Tag> b, nan_operand nans = nan_operand::ignored, const policy& p = {}) noexcept {
  const auto out = detail::pick_extreme(row_of<Tag>(), p, a, b, detail::extreme::min, nans);
  return {static_cast<code_type<Tag>>(out.code), out.flags};
}
/// The larger of two stored codes; 0 is larger than -0. A NaN result is made by the policy.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>>
max(code_type<Tag> a, code_type<Tag> b, nan_operand nans = nan_operand::ignored, const policy& p = {}) noexcept {
  const auto out = detail::pick_extreme(row_of<Tag>(), p, a, b, detail::extreme::max, nans);
  return {static_cast<code_type<Tag>>(out.code), out.flags};
}

/// The next code toward +infinity. Range: the largest number, or infinity, stays; NaN stays.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t next_up(const format_row& row, std::uint32_t stored) noexcept {
  const std::uint32_t code = detail::unboxed(row, stored), magnitude = code & magnitude_mask(row);
  const std::uint32_t last = max_magnitude(row) + (has_infinity(row) ? 1u : 0u);
  std::uint32_t next = code;
  if (is_nan_code(row, code))
    next = code;
  else if (has_zero(row) && magnitude == 0)
    next = 1;
  else if ((code & sign_mask(row)) != 0)
    next = magnitude == 1 && !has_negative_zero(row) ? 0 : code - 1;
  else
    next = code < last ? code + 1 : code;
  return next << row.box_shift;
}
/// The next code toward -infinity. Range: the smallest number, or -infinity, stays; NaN stays.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t next_down(const format_row& row, std::uint32_t stored) noexcept {
  const std::uint32_t code = detail::unboxed(row, stored), magnitude = code & magnitude_mask(row);
  const std::uint32_t last = max_magnitude(row) + (has_infinity(row) ? 1u : 0u);
  std::uint32_t next = code;
  if (is_nan_code(row, code))
    next = code;
  else if (has_zero(row) && magnitude == 0)
    next = is_signed(row) ? sign_mask(row) | 1 : code;
  else if ((code & sign_mask(row)) != 0)
    next = magnitude < last ? code + 1 : code;
  else
    next = code == 0 ? 0 : code - 1;
  return next << row.box_shift;
}

} // namespace fpcheck
