// Streams and events: work is done when it is asked for, so that every order that a program may rely on is kept.
#include "graph.hpp"

using namespace fpcheck::runtime;

namespace {

cudaError_t wait() {
  const locked_device d;
  return answer(d->synchronize());
}
cudaError_t wait(cudaStream_t s) { return capture_of(s) == nullptr ? wait() : answer(cudaErrorStreamCaptureUnsupported); }

struct event {
  std::chrono::steady_clock::time_point at;
  bool recorded = false;
  captured_stream captured; ///< where it was recorded while its stream was captured
};
event* event_of(cudaEvent_t e) { return reinterpret_cast<event*>(e); }

} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* s) {
  *s = reinterpret_cast<cudaStream_t>(new char);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) { return cudaStreamCreate(s); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned, int) { return cudaStreamCreate(s); }
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  delete reinterpret_cast<char*>(s);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) { return wait(s); }
cudaError_t cudaStreamQuery(cudaStream_t s) { return wait(s); }
/// A stream that waits for an event of a captured one is captured with it.
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned) {
  const locked_device d;
  const captured_stream& from = event_of(e)->captured;
  if (!is_open(from.id)) return cudaSuccess;
  captured_stream* const into = capture_of(s);
  if (into == nullptr) begin_capture(s, from);
  else into->last.insert(into->last.end(), from.last.begin(), from.last.end());
  return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, std::size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) { return *priority = 0, cudaSuccess; }
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned* flags) { return *flags = 0, cudaSuccess; }
cudaError_t cudaStreamGetDevice(cudaStream_t, int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long* id) { return *id = reinterpret_cast<std::uint64_t>(s), cudaSuccess; }
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*) { return cudaSuccess; }
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t call, void* data, unsigned) {
  return in_order(s, cudaGraphNodeTypeHost, [=] {
    wait();
    call(s, cudaSuccess, data);
    return cudaSuccess;
  });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t call, void* data) {
  return in_order(s, cudaGraphNodeTypeHost, [=] {
    wait();
    call(data);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* e) {
  *e = reinterpret_cast<cudaEvent_t>(new event);
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) { return cudaEventCreate(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e) {
  delete event_of(e);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  const captured_stream* const c = capture_of(s);
  *event_of(e) = {std::chrono::steady_clock::now(), true, c == nullptr ? captured_stream{} : *c};
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned) { return cudaEventRecord(e, s); }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return wait(); }
cudaError_t cudaEventQuery(cudaEvent_t) { return wait(); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  if (!event_of(from)->recorded || !event_of(to)->recorded) return answer(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(event_of(to)->at - event_of(from)->at).count();
  if (*milliseconds <= 0) *milliseconds = 1e-3f; // programs divide by it
  return cudaSuccess;
}

} // extern "C"
