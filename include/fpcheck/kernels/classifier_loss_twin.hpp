#pragma once
#include <fpcheck/kernels/classifier_loss_plan.hpp>
#include <fpcheck/kernels/softmax_twin.hpp>

/// `launch_classifier_loss` on the host, with the same bits for the plan that it chooses for so many columns.
namespace fpcheck::kernels {

/// `Plan` is a softmax_plan of binary32 in and out. Requires: logits.learned is nullptr.
template <class Hidden, class Weights, class Plan, class Exp2 = typename Plan::exp2>
void classifier_loss_twin(const classifier_arguments& a) {
  const auto product = [](auto first, auto second, const product_arguments& p) { return matrix_product_twin<decltype(first), decltype(second)>(p), true; };
  const auto losses = [](const cross_entropy_arguments& c) { return cross_entropy_forward_twin<Plan, Exp2>(c), true; };
  const auto gradients = [](const cross_entropy_arguments& c) { return cross_entropy_backward_twin<Plan, Exp2>(c), true; };
  for_each_chunk<Hidden, Weights>(a, product, losses, gradients);
}

} // namespace fpcheck::kernels
