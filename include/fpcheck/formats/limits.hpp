#pragma once
#include <fpcheck/formats/basic_float.hpp>

#include <functional>
#include <limits>
#if defined(__CUDACC__) && __has_include(<cuda/std/limits>)
#include <cuda/std/limits>
#endif

namespace fpcheck {

namespace detail {
/// floor(x * log10(2)) for |x| below 10^5.
constexpr int times_log10_2(int x) noexcept {
  const long long scaled = static_cast<long long>(x) * 1292913986; // log10(2) * 2^32
  return static_cast<int>(scaled >= 0 ? scaled >> 32 : -((-scaled + 0xffffffffLL) >> 32));
}
} // namespace detail

/// The members of std::numeric_limits for the format `Tag`, from its row.
template <class Tag>
class format_limits {
  using number = basic_float<Tag>;
  static constexpr format_row row = Tag::row;
  FPCHECK_HD static constexpr number at(std::uint32_t code) noexcept {
    return number::from_code(static_cast<code_type<Tag>>(code << row_of<Tag>().box_shift));
  }
  static constexpr std::uint32_t max_code = max_magnitude(row);
  static constexpr int max_power = // of the largest number's leading bit
      static_cast<int>(max_code >> mantissa_bits(row)) + fpcheck::min_exponent(row) - (has_zero(row) ? 1 : 0);
  /// floor(log10(largest number)) and ceil(log10(smallest normal)): powers of ten in the format's range.
  static constexpr int largest_power_of_ten() noexcept {
    const double max = decode_double(row, max_code << row.box_shift);
    int n = 0;
    for (double power = 10; power <= max; power *= 10) ++n; // powers to 10^22 are exact, larger ones near enough
    return n;
  }
  static constexpr int smallest_power_of_ten() noexcept {
    const double min_normal =
        decode_double(row, (has_zero(row) ? std::uint32_t{1} << mantissa_bits(row) : 0) << row.box_shift);
    int n = 0;
    if (min_normal > 1) return 1;
    for (double power = 10; 1 / power >= min_normal; power *= 10) --n;
    return n;
  }

public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = fpcheck::is_signed(row);
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = fpcheck::has_infinity(row);
  static constexpr bool has_quiet_NaN = has_nan(row);
  static constexpr bool has_signaling_NaN = row.specials == special_codes::ieee && row.precision > 2;
  static constexpr std::float_denorm_style has_denorm = row.precision > 1 ? std::denorm_present : std::denorm_absent;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = row.specials == special_codes::ieee && (row.bits == 16 || row.bits == 32) &&
                                    row.exponent_bits == (row.bits == 16 ? 5 : 8);
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int digits = row.precision;
  static constexpr int digits10 = detail::times_log10_2(row.precision - 1);
  static constexpr int max_digits10 = detail::times_log10_2(row.precision) + 2;
  static constexpr int radix = 2;
  static constexpr int min_exponent = fpcheck::min_exponent(row) + 1;
  static constexpr int max_exponent = max_power + 1;
  static constexpr int min_exponent10 = smallest_power_of_ten();
  static constexpr int max_exponent10 = largest_power_of_ten();
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;

  FPCHECK_HD static constexpr number min() noexcept {
    return at(has_zero(row_of<Tag>()) ? std::uint32_t{1} << mantissa_bits(row_of<Tag>()) : 0);
  }
  FPCHECK_HD static constexpr number max() noexcept { return at(max_magnitude(row_of<Tag>())); }
  FPCHECK_HD static constexpr number lowest() noexcept {
    if (fpcheck::is_signed(row_of<Tag>())) return at(max_magnitude(row_of<Tag>()) | sign_mask(row_of<Tag>()));
    return at(0);
  }
  FPCHECK_HD static constexpr number epsilon() noexcept { return at(encode_integer_power(1 - row.precision)); }
  FPCHECK_HD static constexpr number round_error() noexcept { return at(encode_integer_power(-1)); }
  FPCHECK_HD static constexpr number infinity() noexcept {
    return at(fpcheck::has_infinity(row_of<Tag>()) ? infinity_magnitude(row_of<Tag>()) : 0);
  }
  FPCHECK_HD static constexpr number quiet_NaN() noexcept {
    return at(has_nan(row_of<Tag>()) ? quiet_nan_code(row_of<Tag>()) : 0);
  }
  FPCHECK_HD static constexpr number signaling_NaN() noexcept {
    return at(has_signaling_NaN        ? infinity_magnitude(row_of<Tag>()) + (std::uint32_t{1} << (row.precision - 3))
              : has_nan(row_of<Tag>()) ? quiet_nan_code(row_of<Tag>())
                                       : 0);
  }
  FPCHECK_HD static constexpr number denorm_min() noexcept { return at(has_zero(row_of<Tag>()) ? 1 : 0); }

private:
  /// The code of 2^power, or of the nearest number to it.
  FPCHECK_HD static constexpr std::uint32_t encode_integer_power(int power) noexcept {
    return encode_unrounded(row_of<Tag>(), {0, std::uint64_t{1} << 60, power}, policy{}).code >> row.box_shift;
  }
};

} // namespace fpcheck

template <class Tag>
class std::numeric_limits<fpcheck::basic_float<Tag>> : public fpcheck::format_limits<Tag> {};

#if defined(__CUDACC__) && __has_include(<cuda/std/limits>)
template <class Tag>
class cuda::std::numeric_limits<fpcheck::basic_float<Tag>> : public fpcheck::format_limits<Tag> {};
#endif

/// Equal numbers have equal hashes: both zeros have one.
template <class Tag>
struct std::hash<fpcheck::basic_float<Tag>> {
  std::size_t operator()(fpcheck::basic_float<Tag> x) const noexcept {
    constexpr fpcheck::format_row row = Tag::row;
    const std::uint32_t code = x.code() >> row.box_shift;
    return std::hash<std::uint32_t>{}(fpcheck::is_zero_code(row, code) ? 0u : code);
  }
};
