#pragma once
#include <fpcheck/kernels/softmax_plan.hpp>

/// Cross-entropy of rows of logits against one target each, as data, and what one thread does; cross_entropy.hpp holds
/// the kernels.
namespace fpcheck::kernels {

/// How far the reference of a running sum lags behind, in powers of two: rows rescale seldom, sums stay far from overflow.
inline constexpr int running_threshold = 8;

/// What rows a cross-entropy reads and writes. Strides count elements.
struct cross_entropy_arguments {
  const void* x = nullptr;
  const std::int64_t* targets = nullptr; ///< of each row; outside [0, columns): the row is ignored
  float* loss = nullptr;                 ///< of each row
  online_state* states = nullptr;        ///< of each row: written by the forward kernel, read by the backward one
  const float* upstream = nullptr;       ///< backward: gradient with respect to each loss
  void* gradient = nullptr;              ///< backward: with respect to x
  float* dropped = nullptr;              ///< backward: sum of |weight - [target]| of each row that the filter left out, or nullptr
  float threshold = 0;                   ///< backward: packets whose gradients are all below it are written as 0
  std::int64_t rows = 0;
  std::int32_t columns = 0;
  std::int64_t x_row = 0, x_column = 1;
  std::int64_t gradient_row = 0, gradient_column = 1;
  logit_parameters logits;
};

/// log sum e^z - z_target, from the state of the row.
/// Error: half an ulp besides the relative error of the sum: the difference to the maximum is exact, so that a small loss
/// keeps its relative accuracy down to 2^-24. Range: 0 or more but for rounding; +infinity for a masked target.
FPCHECK_HD FPCHECK_INLINE float loss_of(const online_state& s, float z_target, float scale) noexcept {
  if (s.sum == 0) return 0;
  const double gap = static_cast<double>(s.max) - static_cast<double>(z_target);
  return static_cast<float>(exact::fma(gap, static_cast<double>(scale), log_of(s.sum)));
}

/// What the gradients of a row are made from.
struct loss_gradient {
  float reference, inverse; ///< weight = 2^((z - reference) c) inverse
  float c, factor;          ///< gradient = (weight - [target]) factor
};

/// Range: factor is 0 for an ignored row and for one without weight.
FPCHECK_HD FPCHECK_INLINE loss_gradient loss_gradient_of(const online_state& s, const row_logits& r, float upstream, bool counts) noexcept {
  const bool weighs = counts && s.sum != 0;
  return {reference_of(s.max), weighs ? 1.0f / s.sum : 0.0f, r.c,
          weighs ? exact::mul(bit_cast<float>(bits_of(r.scale) ^ r.flip), upstream) : 0.0f};
}

/// weight - [target]: the gradient with respect to a logit for an upstream gradient of one.
template <class Exp2>
FPCHECK_HD FPCHECK_INLINE float centred_weight(float z, const loss_gradient& g, bool is_target) noexcept {
  const float weight = exact::mul(Exp2::of(exponent_of(z, g.reference, g.c)), g.inverse);
  return is_target ? weight - 1.0f : weight;
}

} // namespace fpcheck::kernels
