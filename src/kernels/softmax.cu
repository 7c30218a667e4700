#include <fpcheck/kernels/launch_classifier_loss.hpp>
#include <fpcheck/kernels/launch_rows.hpp>
#include <fpcheck/kernels/launch_softmax.hpp>

namespace fpcheck::kernels {
namespace {

using kind = logits<row_scaling::fixed>;

/// Calls `launch` with the format of the elements.
template <class Launch>
int with_format(tensor::dtype elements, const Launch& launch) {
  switch (elements) {
  case tensor::dtype::f32: return launch(f32_format{});
  case tensor::dtype::f16: return launch(f16_format{});
  case tensor::dtype::bf16: return launch(bf16_format{});
  default: return cudaErrorNotSupported;
  }
}

} // namespace

std::size_t softmax_workspace_words(std::int64_t rows, std::int32_t columns) { return row_workspace_words(rows, columns); }

int launch_softmax(tensor::dtype elements, softmax_result result, const softmax_arguments& a, void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  return with_format(elements, [&](auto format) -> int {
    using element = decltype(format);
    if (result == softmax_result::probability) return launch_softmax_rows<element, element, kind>(a, s);
    return launch_softmax_rows<element, element, kind, special_exp2, softmax_result::log_probability>(a, s);
  });
}

int launch_softmax_gradient(tensor::dtype elements, softmax_result result, const softmax_gradient_arguments& a, void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  return with_format(elements, [&](auto format) -> int {
    using element = decltype(format);
    if (result == softmax_result::probability) return launch_softmax_gradient_rows<element, element, kind>(a, s);
    return launch_softmax_gradient_rows<element, element, kind, special_exp2, softmax_result::log_probability>(a, s);
  });
}

int launch_cross_entropy(tensor::dtype elements, const cross_entropy_arguments& a, void* stream) {
  return with_format(elements, [&](auto format) -> int { return launch_cross_entropy_rows<decltype(format), kind>(a, static_cast<cudaStream_t>(stream)); });
}

int launch_cross_entropy_gradient(tensor::dtype elements, const cross_entropy_arguments& a, void* stream) {
  return with_format(elements, [&](auto format) -> int { return launch_cross_entropy_gradient_rows<decltype(format), f32_format, kind>(a, static_cast<cudaStream_t>(stream)); });
}

int launch_scale_gradient(tensor::dtype elements, softmax_result result, const scale_gradient_arguments& a, float* of_head, void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  return with_format(elements, [&](auto format) -> int {
    using element = decltype(format);
    if (result == softmax_result::probability) return launch_scale_gradient_rows<element, kind>(a, of_head, s);
    return launch_scale_gradient_rows<element, kind, special_exp2, softmax_result::log_probability>(a, of_head, s);
  });
}

int launch_classifier_loss(tensor::dtype elements, const classifier_arguments& a, void* stream) {
  return with_format(elements, [&](auto format) -> int {
    return launch_classifier_loss_rows<decltype(format), decltype(format)>(a, static_cast<cudaStream_t>(stream));
  });
}

} // namespace fpcheck::kernels
