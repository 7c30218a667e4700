// Capturing streams: what is asked for of one, and of those that wait for its events, becomes a graph and is not done.
#include "graph.hpp"

#include <memory>

using namespace fpcheck::runtime;

namespace {

std::uint64_t next_capture() {
  static std::uint64_t count = 0;
  return ++count;
}

cudaGraph_t handle(graph* g) { return reinterpret_cast<cudaGraph_t>(g); }

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t s, cudaStreamCaptureMode) {
  const locked_device d;
  if (capture_of(s) != nullptr) return answer(cudaErrorIllegalState);
  begin_capture(s, {new graph, true, next_capture(), {}});
  return cudaSuccess;
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t* after, const cudaGraphEdgeData*, std::size_t count, cudaStreamCaptureMode) {
  const locked_device d;
  if (capture_of(s) != nullptr) return answer(cudaErrorIllegalState);
  captured_stream how{reinterpret_cast<graph*>(g), false, next_capture(), {}};
  for (std::size_t k = 0; k < count; ++k) how.last.push_back(reinterpret_cast<graph_node*>(after[k]));
  begin_capture(s, std::move(how));
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t* g) {
  const locked_device d;
  const captured_stream* const c = capture_of(s);
  if (c == nullptr) return answer(cudaErrorIllegalState);
  if (g != nullptr) *g = handle(c->into);
  end_capture(c->id);
  return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t s, cudaStreamCaptureStatus* is) {
  return *is = capture_of(s) == nullptr ? cudaStreamCaptureStatusNone : cudaStreamCaptureStatusActive, cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, cudaStreamCaptureStatus* is, unsigned long long* id, cudaGraph_t* g, const cudaGraphNode_t** last, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  const locked_device d;
  const captured_stream* const c = capture_of(s);
  *is = c == nullptr ? cudaStreamCaptureStatusNone : cudaStreamCaptureStatusActive;
  if (c == nullptr) return cudaSuccess;
  if (id != nullptr) *id = c->id;
  if (g != nullptr) *g = handle(c->into);
  if (last != nullptr) *last = reinterpret_cast<const cudaGraphNode_t*>(c->last.data());
  if (edges != nullptr) *edges = nullptr;
  if (count != nullptr) *count = c->last.size();
  return cudaSuccess;
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t s, cudaGraphNode_t* nodes, const cudaGraphEdgeData*, std::size_t count, unsigned flags) {
  const locked_device d;
  captured_stream* const c = capture_of(s);
  if (c == nullptr) return answer(cudaErrorIllegalState);
  if (flags == cudaStreamSetCaptureDependencies) c->last.clear();
  for (std::size_t k = 0; k < count; ++k) c->last.push_back(reinterpret_cast<graph_node*>(nodes[k]));
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
  std::swap(*mode, now);
  return cudaSuccess;
}

} // extern "C"
