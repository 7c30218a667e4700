#pragma once
#include <fpcheck/kernels/softmax_gradient_plan.hpp>

/// The gradient of a softmax with respect to the factor of its logits (a learned temperature, the learned s of scalable
/// softmax), as data, and what one thread does; scale_gradient.hpp holds the kernels.
namespace fpcheck::kernels {

/// What rows the gradient reads, and where it goes. `gradient` and `exchange` of `rows` are not used; `x` is always read.
struct scale_gradient_arguments {
  softmax_gradient_arguments rows;
  float* of_row = nullptr; ///< of each row: the derivative with respect to the learned factor that the row uses
};

/// Where the sums over the rows of each head come from and go; the other numbers as in logit_parameters.
struct head_gradient_arguments {
  const float* of_row = nullptr;
  float* of_head = nullptr; ///< of each head: the gradient with respect to its learned factor
  std::int64_t rows = 0;
  std::int32_t rows_per_head = 1;
  std::int32_t heads = 1;
};

/// The number whose product with the row's signed scale is the logit's exponent.
template <class Kind, class Exp2>
FPCHECK_HD FPCHECK_INLINE float unscaled_logit(float x, const row_logits& r) noexcept {
  if constexpr (Kind::cap == soft_cap::on) return capped<Exp2>(x, r);
  else return x;
}

/// The term of an element: its logit's gradient for a factor of one, times the logit. An element without gradient takes no
/// part, whatever its logit is: a mask is an infinity.
template <class Plan, class Exp2>
FPCHECK_HD FPCHECK_INLINE float scale_term(float y, float upstream, float x, float sum, float y_scale, const row_logits& r) noexcept {
  const float g = gradient_of<Plan::result, Exp2>(y, upstream, sum, Plan::result == softmax_result::probability ? y_scale : 1.0f);
  return g == 0 ? 0.0f : exact::mul(g, unscaled_logit<typename Plan::kind, Exp2>(x, r));
}

/// The derivative of a row from the sum of its terms. Error: 2^-23 relative.
template <class Kind>
FPCHECK_HD FPCHECK_INLINE float scale_derivative(float sum, const logit_parameters& p, std::int32_t length) noexcept {
  return static_cast<float>(exact::mul(static_cast<double>(sum), detail::scale_beside_learned<Kind>(p, length)));
}

/// How many rows use the learned factor `head`.
FPCHECK_HD FPCHECK_INLINE std::int64_t rows_of_head(const head_gradient_arguments& a, std::int64_t head) noexcept {
  const std::int64_t cycle = std::int64_t{a.rows_per_head} * a.heads, left = a.rows % cycle - a.rows_per_head * head;
  return a.rows / cycle * a.rows_per_head + (left < 0 ? 0 : left < a.rows_per_head ? left : a.rows_per_head);
}

/// The row that is number `i` of those of `head`.
FPCHECK_HD FPCHECK_INLINE std::int64_t row_of_head(const head_gradient_arguments& a, std::int64_t i, std::int64_t head) noexcept {
  return (i / a.rows_per_head * a.heads + head) * a.rows_per_head + i % a.rows_per_head;
}

/// Threads that add up the rows of a head.
inline constexpr int head_threads = 256;

} // namespace fpcheck::kernels
