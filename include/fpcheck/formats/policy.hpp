#pragma once
#include <fpcheck/formats/tags.hpp>

namespace fpcheck {

/// Which neighbour an inexact result becomes.
enum class rounding : std::uint8_t {
  nearest_even, ///< the nearer, a tie to the even code
  nearest_away, ///< the nearer, a tie away from zero
  toward_zero,
  upward,
  downward,
  to_odd,    ///< the neighbour with an odd code; overflow gives the largest finite number
  stochastic ///< by random bits that the caller passes
};

/// How random bits and the discarded fraction combine, by the names of P3109.
enum class stochastic_rule : std::uint8_t { a, b, c };

/// What becomes of values beyond the largest finite number.
enum class saturation : std::uint8_t {
  none,       ///< they overflow: infinity, or by `no_infinity`
  finite,     ///< finite values and infinities become the largest finite number
  finite_only ///< finite values become the largest finite number, infinities stay as under `none`
};

/// What an infinite result becomes in a format that has NaN and no infinity.
enum class no_infinity : std::uint8_t { nan, max };

/// Whether directed rounding decides what an overflow gives.
enum class overflow_rule : std::uint8_t {
  by_direction, ///< toward zero it gives the largest finite number, as IEEE 754 says
  always        ///< every overflow gives infinity or NaN, as OFP8 can be read
};

/// Which NaN a NaN becomes.
enum class nan_rule : std::uint8_t {
  quiet,    ///< sign kept, only the quiet bit
  positive, ///< the positive NaN with all bits set
  all_ones, ///< sign kept, all bits set
  payload   ///< sign and leading payload bits kept, quiet bit set
};

/// What a NaN becomes in a format without one; the status says `invalid` in any case.
enum class no_nan : std::uint8_t { positive_max, negative_zero, zero };

/// What a negative number becomes in a format without a sign.
enum class negative_rule : std::uint8_t { nan, zero, magnitude };

/// What becomes of a result below the smallest number of a format without zero.
enum class no_zero : std::uint8_t { min, nan };

/// What is done to subnormal numbers.
enum class subnormals : std::uint8_t {
  keep,
  flush_input,  ///< subnormal operands count as zero of their sign
  flush_output, ///< results below the smallest normal number when rounded with unbounded exponent become zero of their
                ///< sign, as on NVIDIA's and Intel's machines: also those that would have rounded up to that number
  flush_both
};

/// Everything that the standard leaves open, or that implementations do differently, in one value.
struct policy {
  rounding round = rounding::nearest_even;
  saturation saturate = saturation::none;
  no_infinity without_infinity = no_infinity::nan;
  overflow_rule overflow = overflow_rule::by_direction;
  nan_rule nan = nan_rule::quiet;
  no_nan without_nan = no_nan::positive_max;
  negative_rule negative = negative_rule::nan;
  no_zero without_zero = no_zero::min;
  subnormals subnormal = subnormals::keep;
  stochastic_rule stochastic = stochastic_rule::a;
  std::uint8_t stochastic_bits = 16; ///< random bits that count, 1 to 24

  constexpr bool operator==(const policy&) const = default;
};

/// `p` with another rounding.
FPCHECK_HD FPCHECK_INLINE constexpr policy with(policy p, rounding r) noexcept {
  p.round = r;
  return p;
}
/// `p` with another saturation.
FPCHECK_HD FPCHECK_INLINE constexpr policy with(policy p, saturation s) noexcept {
  p.saturate = s;
  return p;
}
/// `p` with another treatment of subnormal numbers.
FPCHECK_HD FPCHECK_INLINE constexpr policy with(policy p, subnormals s) noexcept {
  p.subnormal = s;
  return p;
}

/// Who behaves so; a preset gives a policy for each format.
enum class preset : std::uint8_t { ocp, cuda, ml_dtypes, torch, onnx, p3109 };

/// The policy of `who` when it converts binary32 to the format `row` and nothing else is asked for.
/// Source: OCP OFP8 and MX v1.0; CUDA 13 cuda_fp{16,8,6,4}.h and cuda_bf16.h; ml_dtypes 0.5; PyTorch before 2.12;
/// ONNX Cast-19+ (scales: 24); P3109 interim report.
FPCHECK_HD constexpr policy policy_of(preset who, const format_row& row) noexcept {
  policy p;
  switch (who) {
  case preset::ocp:
    if (row.bits <= 8) p.saturate = saturation::finite;
    break;
  case preset::cuda:
    p.nan = nan_rule::positive;
    p.negative = negative_rule::magnitude;
    if (row.bits <= 8) p.saturate = saturation::finite;
    if (row.specials == special_codes::scale) p.round = rounding::upward;
    break;
  case preset::ml_dtypes:
    p.without_nan = no_nan::negative_zero;
    p.without_zero = no_zero::nan;
    if (row.specials == special_codes::scale) p.round = rounding::nearest_away;
    break;
  case preset::torch:
    p.negative = negative_rule::magnitude;
    if (row.specials == special_codes::scale) p.round = rounding::nearest_away;
    break;
  case preset::onnx:
    if (row.bits <= 8) p.saturate = row.specials == special_codes::fnuz ? saturation::finite_only : saturation::finite;
    if (row.specials == special_codes::scale) p.round = rounding::upward;
    break;
  case preset::p3109:
    p.without_infinity = no_infinity::max;
    break;
  }
  return p;
}

/// The preset's policy for the format `Tag`.
template <class Tag>
FPCHECK_HD constexpr policy policy_for(preset who) noexcept {
  return policy_of(who, row_of<Tag>());
}

} // namespace fpcheck
