#pragma once
#include <fpcheck/kernels/classifier_loss_plan.hpp>
#include <fpcheck/kernels/launch_rows.hpp>

/// Starts a classifier's loss and its gradients. Needs nvcc and the CUDA runtime; launch_softmax.hpp has the usual formats
/// compiled.
namespace fpcheck::kernels {

/// Losses of every row, and the gradients that are asked for, in chunks. Products run on the ordinary units in binary32.
/// Requires: room for chunk * columns logits and chunk states. Error: a cudaError_t; results: classifier_gradient_error.
template <class Hidden, class Weights, soft_cap Cap = soft_cap::off, class Exp2 = special_exp2>
cudaError_t launch_classifier_loss_rows(const classifier_arguments& a, cudaStream_t stream) {
  using kind = logits<row_scaling::fixed, row_mask::none, Cap>;
  if (a.chunk < 1 || a.logits.learned != nullptr) return cudaErrorInvalidValue;
  cudaError_t status = cudaSuccess;
  const auto product = [&](auto first, auto second, const product_arguments& p) {
    return (status = launch_matrix_product<decltype(first), decltype(second)>(p, stream)) == cudaSuccess;
  };
  const auto losses = [&](const cross_entropy_arguments& c) { return (status = launch_cross_entropy_rows<f32_format, kind, Exp2>(c, stream)) == cudaSuccess; };
  const auto gradients = [&](const cross_entropy_arguments& c) {
    return (status = launch_cross_entropy_gradient_rows<f32_format, f32_format, kind, Exp2>(c, stream)) == cudaSuccess;
  };
  for_each_chunk<Hidden, Weights>(a, product, losses, gradients);
  return status;
}

} // namespace fpcheck::kernels
