#pragma once
#include <fpcheck/sweep/certified_reference.hpp>

/// What a sweep of a math library's function finds, input by input, the same on host and device.
namespace fpcheck::sweep {

/// What a result should have been and was not, where no distance tells it; the order is that of `special` in sweep.hpp.
enum class library_special : std::uint8_t { nan_for_number, number_for_nan, infinity_for_number, number_for_infinity, wrong_infinity, wrong_zero };
inline constexpr int library_special_count = 6;

/// The largest of some errors, and the least input that has it.
struct worst_error {
  double ulps = 0;               ///< distance from the exact value
  std::uint32_t code = 0xffffffffu, result = 0;
  std::uint32_t steps = 0, steps_code = 0xffffffffu; ///< distance from the correctly rounded result in numbers of the format, at the largest
};

/// Plain data: a device fills one in, a journal holds its bytes.
struct library_tally {
  std::uint64_t inputs = 0;
  std::uint64_t digest = 0;          ///< of every input with its result, in any order
  std::uint64_t not_nearest = 0;     ///< results that are not the correctly rounded one
  std::uint64_t not_faithful = 0;    ///< of these, an ulp or more away
  std::uint64_t above = 0, below = 0; ///< results on each side of the exact value, further from it than it is known
  std::uint64_t reversals = 0;       ///< neighbours where the exact function rises and the result falls, or the reverse
  std::uint64_t by_mpfr = 0;         ///< inputs that the tables left to MPFR
  std::uint64_t unsettled = 0;       ///< of these, how many nobody decided
  std::uint64_t specials[library_special_count] = {};
  std::uint32_t special_code[library_special_count] = {}; ///< the least input of each
  std::uint32_t reversal_code = 0;   ///< the later one of the least pair
  std::uint32_t padding = 0;
  worst_error normal, subnormal;     ///< by the exact value's magnitude
};

/// An input that the tables do not decide, with its result.
struct open_input {
  std::uint32_t code = 0, result = 0;
};

namespace detail {

inline constexpr double beyond_binary32 = 0x1p128;
/// How well an error must be known, in ulps.
inline constexpr double wanted_resolution = 0x1p-20;

FPCHECK_HD inline double within_range(double x) noexcept {
  return x > beyond_binary32 ? beyond_binary32 : x < -beyond_binary32 ? -beyond_binary32 : x;
}
/// One over the ulp of binary32 at v. Requires: |v| <= 2^128.
FPCHECK_HD inline double inverse_ulp(double v) noexcept {
  int e = exponent_of(v);
  e = e < -126 ? -126 : e > 127 ? 127 : e;
  return bit_cast<double>(static_cast<std::uint64_t>(1023 + 23 - e) << 52);
}
FPCHECK_HD inline std::uint32_t code_rounded(double v) noexcept {
#if defined(__CUDA_ARCH__)
  return bits_of(__double2float_rn(v));
#else
  return bits_of(static_cast<float>(v));
#endif
}
/// How many numbers of binary32 lie between two codes, none of a NaN.
FPCHECK_HD inline std::uint32_t steps_between(std::uint32_t a, std::uint32_t b) noexcept {
  const auto place = [](std::uint32_t c) {
    const auto m = static_cast<std::int64_t>(c & 0x7fffffffu);
    return c >> 31 != 0 ? -m : m;
  };
  const std::int64_t d = place(a) - place(b);
  return static_cast<std::uint32_t>(d < 0 ? -d : d);
}
/// A number that no other input or result gives; sums of these are the digest.
FPCHECK_HD inline std::uint64_t mixed(std::uint32_t code, std::uint32_t result) noexcept {
  const std::uint64_t h = (static_cast<std::uint64_t>(code) << 32 | result) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}
/// The larger of both errors, of equal ones that of the lesser input.
FPCHECK_HD inline void merge_worst(worst_error& w, const worst_error& more) noexcept {
  if (more.ulps > w.ulps || (more.ulps == w.ulps && more.code < w.code)) w.ulps = more.ulps, w.code = more.code, w.result = more.result;
  if (more.steps > w.steps || (more.steps == w.steps && more.steps_code < w.steps_code)) w.steps = more.steps, w.steps_code = more.steps_code;
}
FPCHECK_HD inline void note(library_tally& t, library_special s, std::uint32_t code) noexcept {
  for (int i = 0; i < library_special_count; ++i) {
    if (i != static_cast<int>(s)) continue;
    if (t.specials[i]++ == 0 || code < t.special_code[i]) t.special_code[i] = code;
  }
}

/// Judges a result that is no NaN by its exact value, of which the correctly rounded result is known.
FPCHECK_HD inline void judge_number(library_tally& t, std::uint32_t code, std::uint32_t result, const expected_value& e, std::uint32_t nearest) noexcept {
  const double exact_value = within_range(e.value);
  const double got = within_range(static_cast<double>(bit_cast<float>(result))), distance = got - exact_value;
  const double ulps = exact::mul(exact::abs(distance), inverse_ulp(exact_value));
  const std::uint32_t steps = steps_between(result, nearest);
  // No reference to one of both: a device keeps a tally in registers.
  if (exact::abs(exact_value) < 0x1p-126) merge_worst(t.subnormal, {ulps, code, result, steps, code});
  else merge_worst(t.normal, {ulps, code, result, steps, code});
  if (steps != 0) ++t.not_nearest;
  if (ulps >= 1) ++t.not_faithful;
  if (distance > e.error) ++t.above;
  if (distance < -e.error) ++t.below;
  if ((result & 0x7fffffffu) == 0 && exact::abs(e.value) > e.error && (result >> 31 != 0) != (exact_value < 0)) note(t, library_special::wrong_zero, code);
}

/// The part of a judgement that is not about distance: whether it is done with that.
FPCHECK_HD inline bool judge_special(library_tally& t, std::uint32_t code, std::uint32_t result, double exact_value) noexcept {
  const bool got_nan = (result & 0x7fffffffu) > 0x7f800000u;
  if (exact_value != exact_value) {
    if (!got_nan) note(t, library_special::number_for_nan, code);
    return true;
  }
  if (got_nan) {
    note(t, library_special::nan_for_number, code);
    return true;
  }
  if (exact::abs(exact_value) == __builtin_huge_val()) {
    const bool infinite = (result & 0x7fffffffu) == 0x7f800000u;
    if (!infinite) note(t, library_special::number_for_infinity, code);
    else if ((result >> 31 != 0) != (exact_value < 0)) note(t, library_special::wrong_infinity, code);
    return true;
  }
  return false;
}

} // namespace detail

/// Whether a function works with -ftz=true: subnormal arguments count as 0, and 0 serves for a subnormal result.
enum class subnormals : std::uint8_t { kept, flushed };

/// Judges one result. Range: false where the tables do not tell the correctly rounded result, or the error to 2^-20 ulp: nothing but
/// the input and the digest is counted then.
FPCHECK_HD inline bool judge(library_tally& t, const expected_value& e, std::uint32_t code, std::uint32_t result, subnormals s) noexcept {
  ++t.inputs;
  t.digest += detail::mixed(code, result);
  if (detail::judge_special(t, code, result, e.value)) return true;
  const double low = detail::within_range(e.value - e.error), high = detail::within_range(e.value + e.error);
  const double value = detail::within_range(e.value);
  if (s == subnormals::flushed && (result & 0x7fffffffu) == 0 && exact::abs(low) < 0x1p-126 && exact::abs(high) < 0x1p-126) return true;
  const std::uint32_t nearest = detail::code_rounded(value);
  // Beside a power of two nobody knows which ulp counts: a hundredth of one does not matter.
  const double inverse = detail::inverse_ulp(value);
  const bool one_ulp = detail::exponent_of(low) == detail::exponent_of(high) ||
                       exact::mul(exact::abs(static_cast<double>(bit_cast<float>(result)) - value), inverse) < 0x1p-7;
  const bool known = detail::code_rounded(low) == nearest && detail::code_rounded(high) == nearest && one_ulp &&
                     exact::mul(e.error, inverse) <= detail::wanted_resolution;
  if (!known && low != high) return false;
  detail::judge_number(t, code, result, e, nearest);
  return true;
}

/// The argument that a function computes with.
FPCHECK_HD inline float argument_of(std::uint32_t code, subnormals s) noexcept {
  const bool is_subnormal = (code & 0x7f800000u) == 0;
  return bit_cast<float>(s == subnormals::flushed && is_subnormal ? code & 0x80000000u : code);
}

/// An input beside its neighbour: whether results go the other way than the exact function.
FPCHECK_HD inline bool reverses(const expected_value& before, std::uint32_t result_before, const expected_value& now, std::uint32_t result) noexcept {
  const double rise = now.value - before.value, slack = now.error + before.error;
  const double step = static_cast<double>(bit_cast<float>(result)) - static_cast<double>(bit_cast<float>(result_before));
  return (rise > slack && step < 0) || (rise < -slack && step > 0); // no NaN compares
}

/// Adds what another walk found: any order and grouping gives the same.
FPCHECK_HD inline void merge(library_tally& into, const library_tally& more) noexcept {
  into.inputs += more.inputs, into.digest += more.digest, into.not_nearest += more.not_nearest, into.not_faithful += more.not_faithful;
  into.above += more.above, into.below += more.below, into.by_mpfr += more.by_mpfr, into.unsettled += more.unsettled;
  for (int i = 0; i < library_special_count; ++i) {
    if (more.specials[i] != 0 && (into.specials[i] == 0 || more.special_code[i] < into.special_code[i])) into.special_code[i] = more.special_code[i];
    into.specials[i] += more.specials[i];
  }
  if (more.reversals != 0 && (into.reversals == 0 || more.reversal_code < into.reversal_code)) into.reversal_code = more.reversal_code;
  into.reversals += more.reversals;
  detail::merge_worst(into.normal, more.normal);
  detail::merge_worst(into.subnormal, more.subnormal);
}

/// Which inputs: codes begin, begin + stride, ..., `count` of them.
struct code_range {
  std::uint64_t begin = 0, count = std::uint64_t{1} << 32, stride = 1;
  FPCHECK_HD std::uint32_t code(std::uint64_t i) const noexcept { return static_cast<std::uint32_t>(begin + i * stride); }
};

} // namespace fpcheck::sweep
