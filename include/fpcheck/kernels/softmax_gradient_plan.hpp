#pragma once
#include <fpcheck/kernels/softmax_plan.hpp>

/// The gradient of a softmax, as data, and what one thread does; softmax_gradient.hpp holds the kernel.
namespace fpcheck::kernels {

/// Everything about a softmax's gradient that is fixed at compile time: `In` is the format of the probabilities (or their
/// logarithms) and of the upstream gradient, `Out` that of the gradient.
template <class In, class Out, class Kind, class Exp2, class Schedule, softmax_result Result = softmax_result::probability>
struct softmax_gradient_plan {
  using in = In;
  using out = Out;
  using kind = Kind;
  using exp2 = Exp2;
  using schedule = Schedule;
  static constexpr softmax_result result = Result;
};

/// What rows a gradient reads and writes. All tensors have unit column stride, or that of `column`.
struct softmax_gradient_arguments {
  const void* y = nullptr;           ///< what the forward kernel wrote
  const void* upstream = nullptr;    ///< gradient with respect to y
  const void* x = nullptr;           ///< the logits, read only where there is a soft cap
  void* gradient = nullptr;          ///< with respect to x
  std::uint64_t* exchange = nullptr; ///< as in softmax_arguments
  std::int64_t rows = 0;
  std::int32_t columns = 0;
  std::int32_t parts = 1;
  std::int64_t y_row = 0, upstream_row = 0, x_row = 0, gradient_row = 0;
  std::int64_t column = 1;
  float y_scale = 1;                 ///< value of a probability whose stored number is 1: 1 / result_scale of the forward kernel
  logit_parameters logits;
};

/// The term of an element in the row's sum: y dy for probabilities, dy for their logarithms, 0 for a masked element.
template <softmax_result Result>
FPCHECK_HD FPCHECK_INLINE float gradient_term(float y, float upstream) noexcept {
  // A weight of 0 takes no part, whatever comes from above.
  if constexpr (Result == softmax_result::log_probability) return y == minus_infinity ? 0.0f : upstream;
  return y == 0 ? 0.0f : exact::mul(y, upstream);
}

/// The gradient with respect to a logit, `sum` being the row's sum of terms, times `factor`.
/// Error: 2^-24 |factor| p (3 |dy| + 4 |sum|) + p |factor| (error of sum), p the stored probability.
template <softmax_result Result, class Exp2>
FPCHECK_HD FPCHECK_INLINE float gradient_of(float y, float upstream, float sum, float factor) noexcept {
  if constexpr (Result == softmax_result::log_probability) {
    const float p = Exp2::of(exact::mul(y, 0x1.715476p+0f));
    return y == minus_infinity ? 0.0f : exact::mul(exact::fma(-p, sum, upstream), factor);
  }
  return y == 0 ? 0.0f : exact::mul(exact::mul(y, upstream - sum), factor);
}

/// The sum of the terms of one thread. `terms_of(k, t)` gives those of packet k.
/// Error: 2^-24 (Vectors + log2 Vector) times the sum of the terms' magnitudes, and the terms' own.
template <class Schedule, class Terms>
FPCHECK_HD FPCHECK_INLINE float sum_of_thread(const Terms& terms_of) noexcept {
  float sum = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < Schedule::vectors; ++k) {
    float t[Schedule::vector];
    terms_of(k, t);
    sum += tree_sum<Schedule::vector>(t);
  }
  return sum;
}

/// The factor of a row's gradient: the scale with its sign, and the scale of stored probabilities.
FPCHECK_HD FPCHECK_INLINE float gradient_factor(const row_logits& r, float y_scale) noexcept {
  return exact::mul(bit_cast<float>(bits_of(r.scale) ^ r.flip), y_scale);
}

} // namespace fpcheck::kernels
