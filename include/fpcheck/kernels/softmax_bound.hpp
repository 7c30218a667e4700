#pragma once
#include <fpcheck/formats/format.hpp>
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/softmax_gradient_plan.hpp>

/// How far each result of a row kernel can be from the exact one, element by element: the tolerance that a check of the
/// kernels uses, and what a user may rely on. u = 2^-24; a = scale (max - x) of an element, its distance below the maximum;
/// p the exact weight; n the elements seen; d the longest chain of additions; R how often a sum is rebased.
/// Derivation: 2^((z - m) c) has the relative errors ln2 |t| (u of z - m, u of the product, u of c) = 3 u a, and that of
/// 2^x. Rebases split a into a sum of nonnegative steps, so their share of 3 u a adds up to the same. In the denominator
/// the errors 3 u a_j are weighted by p_j, and sum p_j a_j = H(p) - log S <= log n.
namespace fpcheck::kernels {

/// What of a plan the bounds depend on.
struct row_arithmetic {
  double exp2_error;    ///< relative, of 2^x
  double floor;         ///< absolute, of a 2^x that is kept
  double sum_floor;     ///< absolute, of one that is summed
  double depth;         ///< d
  double rebases;       ///< R
  double kept_steps;    ///< powers of two that a result is made with: 2 where weights are kept, else 1
  double overshoot = 0; ///< natural units by which a reference may lag behind its maximum
};

namespace detail {
inline constexpr double unit = 0x1p-24;

template <class Schedule>
constexpr double additions(double thread_packets, std::int32_t parts) noexcept {
  int halvings = 0;
  while ((1 << halvings) < Schedule::vector) ++halvings;
  return thread_packets + halvings + 5 + (Schedule::row_warps > 1 ? 5 : 0) + (parts > 1 ? (parts + 31) / 32 + 5 : 0);
}
} // namespace detail

/// The arithmetic of `softmax_forward` on rows of `parts` parts.
template <class Plan, class Exp2 = typename Plan::exp2>
constexpr row_arithmetic arithmetic_of(std::int32_t parts) noexcept {
  using schedule = typename Plan::schedule;
  return {Exp2::relative_error, Exp2::kept_floor, Exp2::sum_floor, detail::additions<schedule>(schedule::vectors, parts),
          1.0 + (schedule::row_warps > 1 ? 1 : 0) + (parts > 1 ? (parts + 31) / 32 + 1 : 0), Plan::kept == kept_values::weights ? 2.0 : 1.0};
}

/// The arithmetic of `cross_entropy_forward`. A moving reference rises by more than the threshold each time, so an element
/// sees at most 1 + a / (threshold log 2) moves, on average over the weights 1 + log n / (threshold log 2).
template <class Plan, class Exp2 = typename Plan::exp2>
constexpr row_arithmetic running_arithmetic_of(std::int32_t columns, double log_n) noexcept {
  using schedule = typename Plan::schedule;
  const std::int32_t sweeps = (columns + schedule::capacity - 1) / schedule::capacity;
  const double threshold = running_threshold * 0.6931471805599453;
  return {Exp2::relative_error, Exp2::kept_floor, Exp2::sum_floor, detail::additions<schedule>(static_cast<double>(sweeps) * schedule::vectors, 1),
          3.0 + log_n / threshold, 1.0, 2 * threshold};
}

/// The relative error of the sum of a row's weights. `logit_error`: absolute error of each logit times the scale.
constexpr double sum_error(const row_arithmetic& k, double n, double log_n, double logit_error = 0) noexcept {
  const double e = 3 * detail::unit * (log_n + k.overshoot) + (1 + k.rebases) * k.exp2_error + (k.rebases + k.depth) * detail::unit +
                   n * k.sum_floor + 2 * logit_error;
  return e / (1 - e);
}

/// The absolute error of a weight p at distance a, before it is rounded to its format. Includes 1 / sum and the scale of
/// the results, which p is taken with; `result_scale` is that scale.
constexpr double weight_error(const row_arithmetic& k, double p, double a, double error_of_sum, double result_scale, double logit_error = 0) noexcept {
  const double e = 3 * detail::unit * a + k.kept_steps * k.exp2_error + 5 * detail::unit + error_of_sum + 2 * logit_error;
  return p * e / (1 - e) + (2 * k.floor + 0x1p-148) * (result_scale < 0 ? -result_scale : result_scale);
}

/// The absolute error of a log-sum-exp L of a row with the maximum m (both with the scale).
constexpr double log_sum_error(double log_sum, double m, double error_of_sum) noexcept {
  const double size = log_sum < 0 ? -log_sum : log_sum, most = m < 0 ? -m : m;
  return error_of_sum * 1.001 + detail::unit * (size + most) + 0x1p-149;
}

/// The absolute error of a log-weight y = -(a + log S).
constexpr double log_weight_error(double a, double log_s, double error_of_sum, double logit_error = 0) noexcept {
  return error_of_sum * 1.001 + detail::unit * (4 * a + 3 * log_s) + 2 * logit_error + 0x1p-149;
}

/// The absolute error of a loss. `gap` = scale (max - z_target).
constexpr double loss_error(double loss, double gap, double error_of_sum, double logit_error = 0) noexcept {
  return error_of_sum * 1.001 + detail::unit * (loss + gap) + 2 * logit_error + 0x1p-149;
}

/// The absolute error of a softmax gradient: y, dy, sum of the stored numbers, `magnitudes` the sum of |y dy|. For
/// depth see `arithmetic_of`; `factor` is the scale.
constexpr double gradient_error(const row_arithmetic& k, double y, double upstream, double sum, double magnitudes, double factor) noexcept {
  const double size = factor < 0 ? -factor : factor, gap = upstream > sum ? upstream - sum : sum - upstream;
  const double e = (k.depth + 3) * detail::unit * magnitudes * 1.001 + 6 * detail::unit * gap;
  return size * ((y < 0 ? -y : y) * e + 0x1p-147) + 0x1p-148;
}

/// The absolute error of a sum of gradients times logits: `products` is the sum of |g z|, `carried` that of |z| (error of g)
/// and |g| (error of z); `depth` of the sum, `factor` what it is multiplied by.
constexpr double scale_gradient_error(double depth, double products, double carried, double derivative, double factor) noexcept {
  const double size = factor < 0 ? -factor : factor, most = derivative < 0 ? -derivative : derivative;
  return size * (carried * 1.001 + (depth + 1) * detail::unit * (products + carried) * 1.001 + 0x1p-140) + 2 * detail::unit * most + 0x1p-148;
}

/// The absolute error of a loss's gradient (p - [target]) factor.
constexpr double loss_gradient_error(double p, double error_of_p, double factor, bool is_target) noexcept {
  const double centred = is_target ? 1 - p : p;
  const double e = error_of_p + 4 * detail::unit * centred;
  return (factor < 0 ? -factor : factor) * (e * 1.001 + 0x1p-148) + 0x1p-149;
}

/// What rounding to the format adds to an error: half an ulp of the format at the largest number within it.
inline double rounded_error(const format_row& row, double exact, double error) noexcept {
  const double reach = (exact < 0 ? -exact : exact) + error;
  double ulp = 1;
  int e = 0; // 2^e <= reach
  while (ulp * 2 <= reach && e < 200) ulp *= 2, ++e;
  while (ulp > reach && e > min_exponent(row)) ulp /= 2, --e;
  for (int i = 1; i < row.precision; ++i) ulp /= 2;
  return error + ulp / 2;
}

} // namespace fpcheck::kernels
