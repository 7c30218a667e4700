// The classifier's loss on tensor cores behind a C interface, for tensor_classifier.py.
#include <fpcheck/kernels/tensor_classifier.hpp>

using namespace fpcheck::kernels;

extern "C" {

std::size_t workspace_bytes(std::int32_t rows, std::int32_t columns, std::int32_t chunk) {
  tensor_classifier_arguments a;
  a.rows = rows, a.columns = columns, a.chunk = chunk;
  return place_rooms(a, nullptr);
}

int tensor_classifier(const std::uint16_t* hidden, const std::uint16_t* weights, const std::int64_t* targets, float* loss, const float* upstream, float* hidden_gradient,
                      float* weights_gradient, float* dropped, void* workspace, float threshold, std::int32_t rows, std::int32_t columns, std::int32_t inner,
                      std::int32_t chunk, void* stream) {
  tensor_classifier_arguments a;
  a.hidden = hidden, a.weights = weights, a.targets = targets, a.loss = loss, a.upstream = upstream, a.hidden_gradient = hidden_gradient;
  a.weights_gradient = weights_gradient, a.dropped = dropped, a.threshold = threshold;
  a.rows = rows, a.columns = columns, a.inner = inner, a.chunk = chunk, a.hidden_row = a.weights_row = inner;
  place_rooms(a, workspace);
  return launch_tensor_classifier(a, static_cast<cudaStream_t>(stream));
}

} // extern "C"
