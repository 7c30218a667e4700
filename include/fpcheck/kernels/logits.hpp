#pragma once
#include <fpcheck/kernels/log_sum.hpp>
#include <fpcheck/kernels/online_softmax.hpp>

/// What happens to a stored number before it is a logit, and which numbers of a row take part.
namespace fpcheck::kernels {

/// Which elements of a row are seen; the others have weight 0 and are not read.
enum class row_mask : std::uint8_t {
  none,
  causal, ///< the first `diagonal` + 1 + row modulo `queries`
  lengths ///< the first lengths[row]
};

/// The factor of the logits.
enum class row_scaling : std::uint8_t {
  unit,
  fixed,     ///< a temperature, the scale of an 8-bit tensor, a learned factor, or their product
  log_length ///< the same times log of the number of elements seen: scalable softmax
};

/// Whether logits are bent by cap tanh(x / cap).
enum class soft_cap : std::uint8_t { off, on };

/// A kind of logits, fixed at compile time.
template <row_scaling Scaling = row_scaling::unit, row_mask Mask = row_mask::none, soft_cap Cap = soft_cap::off>
struct logits {
  static constexpr row_scaling scaling = Scaling;
  static constexpr row_mask mask = Mask;
  static constexpr soft_cap cap = Cap;
};

/// The numbers that go with a kind of logits.
struct logit_parameters {
  float scale = 1;                       ///< of the capped number where there is a cap; any sign
  float cap = 0;                         ///< positive; in units of the stored number
  const float* learned = nullptr;        ///< a further factor for each head, or nullptr
  std::int32_t rows_per_head = 1;        ///< row / rows_per_head modulo heads is the index into `learned`
  std::int32_t heads = 1;
  std::int32_t queries = 1;              ///< of a causal mask
  std::int32_t diagonal = 0;             ///< keys seen by the first query, less one
  const std::int32_t* lengths = nullptr; ///< of a mask by length
};

/// What a row's logits are made with. A logit is the stored number with its sign flipped where the factor is negative:
/// so the factors here are positive and the largest logit has the largest weight.
struct row_logits {
  std::int32_t length;
  std::uint32_t flip; ///< 0, or the sign bit
  float scale;        ///< at least the least subnormal, so that a masked number weighs 0 at any temperature
  float c;            ///< scale log2 e
  float cap, bend;    ///< bend = -2 log2 e / cap
};

namespace detail {
template <class Kind>
FPCHECK_HD FPCHECK_INLINE std::int32_t length_of_row(const logit_parameters& p, std::int64_t row, std::int32_t columns) noexcept {
  if constexpr (Kind::mask == row_mask::none) return columns;
  std::int64_t seen = 0;
  if constexpr (Kind::mask == row_mask::causal) seen = row % p.queries + p.diagonal + 1;
  if constexpr (Kind::mask == row_mask::lengths) seen = p.lengths[row];
  return static_cast<std::int32_t>(seen < 0 ? 0 : seen < columns ? seen : columns);
}
template <class Kind>
FPCHECK_HD FPCHECK_INLINE double scale_of_row(const logit_parameters& p, std::int64_t row, std::int32_t length) noexcept {
  if constexpr (Kind::scaling == row_scaling::unit) return 1;
  double scale = static_cast<double>(p.scale);
  if (p.learned != nullptr) scale = exact::mul(scale, static_cast<double>(p.learned[row / p.rows_per_head % p.heads]));
  if constexpr (Kind::scaling == row_scaling::log_length)
    scale = exact::mul(scale, length < 1 ? 0.0 : log_of(static_cast<float>(length)));
  return scale;
}
/// What a learned factor is multiplied by to be the row's scale. Error: 2^-48 relative.
template <class Kind>
FPCHECK_HD FPCHECK_INLINE double scale_beside_learned(const logit_parameters& p, std::int32_t length) noexcept {
  if constexpr (Kind::scaling == row_scaling::unit) return 1;
  const double scale = static_cast<double>(p.scale);
  if constexpr (Kind::scaling == row_scaling::log_length)
    return exact::mul(scale, length < 1 ? 0.0 : log_of(static_cast<float>(length)));
  return scale;
}
} // namespace detail

/// The numbers of `row`. Requires: columns < 2^24. Error: scale and c are rounded once (2^-24 relative) from their exact products.
template <class Kind>
FPCHECK_HD FPCHECK_INLINE row_logits logits_of_row(const logit_parameters& p, std::int64_t row, std::int32_t columns) noexcept {
  row_logits out{};
  out.length = detail::length_of_row<Kind>(p, row, columns);
  const double scale = detail::scale_of_row<Kind>(p, row, out.length);
  out.flip = scale < 0 ? 0x80000000u : 0u;
  const double magnitude = scale < 0 ? -scale : scale;
  constexpr double least = 0x1p-149;
  const double positive = magnitude < least ? least : magnitude; // a NaN stays
  out.scale = static_cast<float>(positive);
  out.c = static_cast<float>(exact::mul(positive, 0x1.71547652b82fep+0));
  if constexpr (Kind::cap == soft_cap::on) {
    out.cap = p.cap;
    out.bend = static_cast<float>(exact::mul(-2 * 0x1.71547652b82fep+0, 1.0 / static_cast<double>(p.cap)));
  }
  return out;
}

/// cap tanh(x / cap). Error: absolute, cap (2 Exp2::relative_error + 6 2^-24). Range: [-cap, cap]; NaN for NaN.
template <class Exp2>
FPCHECK_HD FPCHECK_INLINE float capped(float x, const row_logits& r) noexcept {
  const float q = Exp2::sum_term(exact::mul(exact::abs(x), r.bend)); // e^(-2 |x| / cap)
  const float y = exact::mul(r.cap, (1.0f - q) / (1.0f + q));
  return bit_cast<float>(bits_of(y) | (bits_of(x) & 0x80000000u));
}

/// The derivative of a capped logit: 1 - (z / cap)^2.
FPCHECK_HD FPCHECK_INLINE float cap_derivative(float z, float cap) noexcept {
  const float t = z / cap;
  return exact::fma(-t, t, 1.0f);
}

/// The logit of a stored number; minus infinity is a mask, whatever the factor's sign, and stays.
template <class Kind, class Exp2>
FPCHECK_HD FPCHECK_INLINE float logit(float x, const row_logits& r) noexcept {
  float z = x;
  if constexpr (Kind::cap == soft_cap::on) z = capped<Exp2>(z, r);
  if constexpr (Kind::scaling != row_scaling::unit) z = bit_cast<float>(bits_of(z) ^ r.flip);
  return x == minus_infinity ? x : z;
}

} // namespace fpcheck::kernels
