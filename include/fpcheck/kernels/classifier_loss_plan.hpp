#pragma once
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/matrix_product.hpp>

/// Cross-entropy of a linear classifier, logits = hidden weights^T, and the gradients with respect to both factors, a chunk of
/// rows at a time: the logits and their gradient exist for a chunk only, and in binary32 only. Data and steps;
/// launch_classifier_loss.hpp starts them on a device, classifier_loss_twin.hpp runs them on the host.
namespace fpcheck::kernels {

/// What a classifier's loss reads and writes. Matrices have unit column stride; strides count elements.
struct classifier_arguments {
  const void* hidden = nullptr;          ///< rows x inner
  const void* weights = nullptr;         ///< columns x inner
  const std::int64_t* targets = nullptr; ///< of each row; outside [0, columns): the row is ignored
  float* loss = nullptr;                 ///< of each row
  const float* upstream = nullptr;       ///< gradient with respect to each loss; nullptr: no gradients
  float* hidden_gradient = nullptr;      ///< rows x inner, or nullptr
  float* weights_gradient = nullptr;     ///< columns x inner, or nullptr
  float* logits_room = nullptr;          ///< chunk x columns numbers
  online_state* states_room = nullptr;   ///< chunk states
  std::int64_t rows = 0;
  std::int32_t columns = 0, inner = 0;
  std::int32_t chunk = 0;                ///< rows at a time; results do not depend on it
  std::int64_t hidden_row = 0, weights_row = 0;
  logit_parameters logits;               ///< scale and cap only: `learned` has to be nullptr
};

namespace detail {

/// `count` rows of a matrix from row `first` on, each an outer index.
template <class Tag>
product_factor rows_of(const void* matrix, std::int64_t stride, std::int64_t first) noexcept {
  return {static_cast<const code_type<Tag>*>(matrix) + first * stride, stride, 1};
}
/// The same, each an inner index.
template <class Tag>
product_factor columns_of(const void* matrix, std::int64_t stride, std::int64_t first) noexcept {
  return {static_cast<const code_type<Tag>*>(matrix) + first * stride, 1, stride};
}

} // namespace detail

/// Runs the steps of every chunk: `product(a tag, b tag, arguments)`, `losses(arguments)`, `gradients(arguments)`, each returning
/// whether the next may follow.
template <class Hidden, class Weights, class Product, class Losses, class Gradients>
bool for_each_chunk(const classifier_arguments& a, const Product& product, const Losses& losses, const Gradients& gradients) {
  for (std::int64_t first = 0; first < a.rows; first += a.chunk) {
    const auto count = static_cast<std::int32_t>(a.rows - first < a.chunk ? a.rows - first : a.chunk);
    cross_entropy_arguments c;
    c.x = a.logits_room, c.gradient = a.logits_room, c.targets = a.targets + first, c.loss = a.loss + first, c.states = a.states_room;
    c.rows = count, c.columns = a.columns, c.x_row = c.gradient_row = a.columns, c.logits = a.logits;
    if (!product(Hidden{}, Weights{}, product_arguments{detail::rows_of<Hidden>(a.hidden, a.hidden_row, first), detail::rows_of<Weights>(a.weights, a.weights_row, 0),
                                                        a.logits_room, a.columns, count, a.columns, a.inner, product_start::zero}) ||
        !losses(c))
      return false;
    if (a.upstream == nullptr) continue;
    c.upstream = a.upstream + first;
    if (!gradients(c)) return false;
    const product_factor of_rows = detail::rows_of<f32_format>(a.logits_room, a.columns, 0), of_columns = detail::columns_of<f32_format>(a.logits_room, a.columns, 0);
    if (a.hidden_gradient != nullptr &&
        !product(f32_format{}, Weights{}, product_arguments{of_rows, detail::columns_of<Weights>(a.weights, a.weights_row, 0), a.hidden_gradient + first * a.inner,
                                                            a.inner, count, a.inner, a.columns, product_start::zero}))
      return false;
    if (a.weights_gradient != nullptr &&
        !product(f32_format{}, Hidden{}, product_arguments{of_columns, detail::columns_of<Hidden>(a.hidden, a.hidden_row, first), a.weights_gradient, a.inner, a.columns,
                                                           a.inner, count, first == 0 ? product_start::zero : product_start::result}))
      return false;
  }
  return true;
}

/// The absolute error of a logit: `magnitudes` is the sum of |hidden weight|.
constexpr double classifier_logit_error(double inner, double magnitudes) noexcept { return product_error(inner, magnitudes); }

/// The absolute error of an element of a gradient: `carried` is the sum of (error of a logit's gradient) |factor|, `magnitudes`
/// that of |gradient factor|.
constexpr double classifier_gradient_error(double terms, double carried, double magnitudes) noexcept {
  return carried + product_error(terms, magnitudes + carried);
}

} // namespace fpcheck::kernels
