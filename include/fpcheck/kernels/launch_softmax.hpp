#pragma once
#include <fpcheck/kernels/classifier_loss_plan.hpp>
#include <fpcheck/kernels/cross_entropy_plan.hpp>
#include <fpcheck/kernels/scale_gradient_plan.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <cstddef>

/// The row kernels on device memory, for host code that is not CUDA code. The functions are in the library fpcheck::kernels_device
/// (src/kernels/softmax.cu); other formats, masks and caps: launch_rows.hpp. Nothing waits for the device.
namespace fpcheck::kernels {

/// The words of device memory that `softmax_arguments::exchange` has to have. Range: 0 for rows of up to 8192 elements.
std::size_t softmax_workspace_words(std::int64_t rows, std::int32_t columns);

/// Starts a softmax (or its logarithm) of every row, with the temperature `a.logits.scale`. `a.parts` is not read.
/// `stream` is a cudaStream_t, or null for the default one.
/// Error: a cudaError_t, 0 for success; cudaErrorNotSupported for elements other than f32, f16 and bf16.
int launch_softmax(tensor::dtype elements, softmax_result result, const softmax_arguments& a, void* stream);

/// Starts the gradient of `launch_softmax`. Error: as above.
int launch_softmax_gradient(tensor::dtype elements, softmax_result result, const softmax_gradient_arguments& a, void* stream);

/// Starts the losses and states of every row. Error: as above.
int launch_cross_entropy(tensor::dtype elements, const cross_entropy_arguments& a, void* stream);

/// Starts the gradient of `launch_cross_entropy`, in binary32 whatever the elements are: no logit's gradient is rounded to a
/// narrower format before it is used. Error: as above.
int launch_cross_entropy_gradient(tensor::dtype elements, const cross_entropy_arguments& a, void* stream);

/// Starts the derivative of every row's loss with respect to the factor `a.rows.logits.learned` of the row's head, and where
/// `of_head` is given its sum over the rows of each head. Error: as above.
int launch_scale_gradient(tensor::dtype elements, softmax_result result, const scale_gradient_arguments& a, float* of_head, void* stream);

/// Starts the losses of a linear classifier and the gradients with respect to its inputs and weights, both of `elements`; the
/// gradient of the logits is never in memory but for `a.chunk` rows, in binary32. Error: as above; cudaErrorInvalidValue for a
/// chunk below 1 or learned factors.
int launch_classifier_loss(tensor::dtype elements, const classifier_arguments& a, void* stream);

} // namespace fpcheck::kernels
