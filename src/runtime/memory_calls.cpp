// Memory: allocation, copies, fills, symbols. All happens at once; streams do not matter.
#include "graph.hpp"

#include <cstring>

using namespace fpcheck::runtime;

namespace {

cudaError_t take(void** p, std::size_t bytes, memory_kind kind) {
  if (p == nullptr) return answer(status::invalid_value);
  *p = nullptr;
  if (bytes == 0) return cudaSuccess;
  const locked_device d;
  *p = d->allocate(bytes, kind);
  return answer(*p == nullptr ? status::out_of_memory : status::success);
}

cudaError_t give(void* p) {
  if (p == nullptr) return cudaSuccess;
  const locked_device d;
  return answer(d->release(p));
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, host_side host) {
  const locked_device d;
  return answer(d->copy(to, from, bytes, host));
}

void* plus(const void* p, std::size_t bytes) { return const_cast<char*>(static_cast<const char*>(p)) + bytes; }

/// Rows of `width` bytes, each `pitch` bytes behind the one before.
struct rows {
  void* first;
  std::size_t pitch;
};
cudaError_t copy_rows(rows to, rows from, std::size_t width, std::size_t height, host_side host) {
  const locked_device d;
  if (to.pitch == width && from.pitch == width) return answer(d->copy(to.first, from.first, width * height, host));
  for (std::size_t k = 0; k < height; ++k)
    if (const status s = d->copy(plus(to.first, k * to.pitch), plus(from.first, k * from.pitch), width, host_side::goes_on); s != status::success) return answer(s);
  return answer(host == host_side::waits ? d->synchronize() : status::success);
}

cudaError_t fill_rows(rows to, int value, std::size_t width, std::size_t height) {
  const locked_device d;
  if (to.pitch == width) return answer(d->fill(to.first, static_cast<unsigned>(value), width * height));
  for (std::size_t k = 0; k < height; ++k)
    if (const status s = d->fill(plus(to.first, k * to.pitch), static_cast<unsigned>(value), width); s != status::success) return answer(s);
  return cudaSuccess;
}

cudaError_t copy_boxes(const cudaMemcpy3DParms& p, host_side host) {
  if (p.srcArray != nullptr || p.dstArray != nullptr) return copy_arrays(p);
  const auto corner = [](const cudaPitchedPtr& m, const cudaPos& at) { return plus(m.ptr, (at.z * m.ysize + at.y) * m.pitch + at.x); };
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const rows to{plus(corner(p.dstPtr, p.dstPos), z * p.dstPtr.pitch * p.dstPtr.ysize), p.dstPtr.pitch};
    const rows from{plus(corner(p.srcPtr, p.srcPos), z * p.srcPtr.pitch * p.srcPtr.ysize), p.srcPtr.pitch};
    if (const cudaError_t e = copy_rows(to, from, p.extent.width, p.extent.height, host); e != cudaSuccess) return e;
  }
  return cudaSuccess;
}

cudaError_t copy_symbol(const void* symbol, std::size_t bytes, std::size_t offset, void* to, const void* from, host_side host) {
  const locked_device d;
  const program_variable* const v = variable_of(symbol);
  if (v == nullptr) return answer(status::invalid_symbol);
  if (offset > v->bytes || bytes > v->bytes - offset) return answer(status::invalid_value);
  void* const at = reinterpret_cast<void*>(v->address + offset);
  return answer(to == nullptr ? d->copy(at, from, bytes, host) : d->copy(to, at, bytes, host));
}

constexpr std::size_t pitch_step = 512;

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** p, std::size_t bytes) { return take(p, bytes, memory_kind::device); }
/// While a stream is captured too: memory of a graph keeps its address from launch to launch.
cudaError_t cudaMallocAsync(void** p, std::size_t bytes, cudaStream_t) { return take(p, bytes, memory_kind::device); }
cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t, cudaStream_t) { return take(p, bytes, memory_kind::device); }
cudaError_t cudaMallocManaged(void** p, std::size_t bytes, unsigned) { return take(p, bytes, memory_kind::shared); }
cudaError_t cudaMallocHost(void** p, std::size_t bytes) { return take(p, bytes, memory_kind::shared); }
cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned) { return take(p, bytes, memory_kind::shared); }
cudaError_t cudaMallocPitch(void** p, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + pitch_step - 1) / pitch_step * pitch_step;
  return take(p, *pitch * height, memory_kind::device);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* p, cudaExtent e) {
  p->xsize = e.width, p->ysize = e.height;
  return cudaMallocPitch(&p->ptr, &p->pitch, e.width, e.height * e.depth);
}
cudaError_t cudaFree(void* p) { return give(p); }
cudaError_t cudaFreeAsync(void* p, cudaStream_t s) {
  if (capture_of(s) != nullptr) return in_order(s, cudaGraphNodeTypeMemFree, [] { return cudaSuccess; });
  return give(p);
}
cudaError_t cudaFreeHost(void* p) { return give(p); }

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) { return copy(to, from, bytes, host_side::waits); }
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, host_side::goes_on); });
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) { return copy(to, from, bytes, host_side::waits); }
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, host_side::goes_on); });
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width, std::size_t height, cudaMemcpyKind) {
  return copy_rows({to, to_pitch}, {const_cast<void*>(from), from_pitch}, width, height, host_side::waits);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width, std::size_t height, cudaMemcpyKind, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [=] { return copy_rows({to, to_pitch}, {const_cast<void*>(from), from_pitch}, width, height, host_side::goes_on); });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return copy_boxes(*p, host_side::waits); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [p = *p] { return copy_boxes(p, host_side::goes_on); });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) { return fill_rows({to, bytes}, value, bytes, 1); }
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemset, [=] { return fill_rows({to, bytes}, value, bytes, 1); });
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) { return fill_rows({to, pitch}, value, width, height); }
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemset, [=] { return fill_rows({to, pitch}, value, width, height); });
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) {
  for (std::size_t z = 0; z < e.depth; ++z)
    if (const cudaError_t r = fill_rows({plus(p.ptr, z * p.pitch * p.ysize), p.pitch}, value, e.width, e.height); r != cudaSuccess) return r;
  return cudaSuccess;
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent e, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemset, [=] { return cudaMemset3D(p, value, e); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind) {
  return copy_symbol(symbol, bytes, offset, nullptr, from, host_side::waits);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [=] { return copy_symbol(symbol, bytes, offset, nullptr, from, host_side::goes_on); });
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind) {
  return copy_symbol(symbol, bytes, offset, to, nullptr, host_side::waits);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind, cudaStream_t s) {
  return in_order(s, cudaGraphNodeTypeMemcpy, [=] { return copy_symbol(symbol, bytes, offset, to, nullptr, host_side::goes_on); });
}
cudaError_t cudaGetSymbolAddress(void** p, const void* symbol) {
  const locked_device d;
  const program_variable* const v = variable_of(symbol);
  if (v == nullptr) return answer(status::invalid_symbol);
  *p = reinterpret_cast<void*>(v->address);
  return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  const locked_device d;
  const program_variable* const v = variable_of(symbol);
  if (v == nullptr) return answer(status::invalid_symbol);
  *bytes = v->bytes;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* unused, std::size_t* all) {
  const locked_device d;
  *all = d->memory().capacity();
  *unused = *all - d->memory().in_use();
  return cudaSuccess;
}
cudaError_t cudaHostGetDevicePointer(void** p, void* host, unsigned) {
  const locked_device d;
  if (d->memory().find(reinterpret_cast<std::uint64_t>(host)) == nullptr) return answer(d->refuse("cudaHostGetDevicePointer of memory that cudaHostRegister registered"));
  *p = host;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void*) {
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}
/// Copies from and to such memory need nothing; kernels cannot reach it.
cudaError_t cudaHostRegister(void*, std::size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, const void* p) {
  const locked_device d;
  std::memset(a, 0, sizeof *a);
  const allocation* const found = d->memory().find(reinterpret_cast<std::uint64_t>(p));
  if (found == nullptr) {
    a->type = cudaMemoryTypeUnregistered;
    a->device = -2;
    a->hostPointer = const_cast<void*>(p);
    return cudaSuccess;
  }
  a->type = host_sees(found->kind) ? cudaMemoryTypeManaged : cudaMemoryTypeDevice;
  a->devicePointer = const_cast<void*>(p);
  if (host_sees(found->kind)) a->hostPointer = const_cast<void*>(p);
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t) { return cudaSuccess; }

// Pools: there is one device and all memory comes from it.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  static char default_pool;
  *pool = reinterpret_cast<cudaMemPool_t>(&default_pool);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  *pool = reinterpret_cast<cudaMemPool_t>(new char);
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  const bool wide = attribute >= cudaMemPoolAttrReleaseThreshold;
  std::memset(value, 0, wide ? 8 : 4);
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, std::size_t) { return cudaSuccess; }

} // extern "C"
