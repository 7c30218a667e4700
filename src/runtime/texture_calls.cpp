// Arrays, and the texture and surface objects that read them. An array is an allocation of rows without gaps; an object's handle is the address of the
// bytes that describe it.
#include "calls.hpp"

#include <fpcheck/exec/texture_object.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

using namespace fpcheck::runtime;
using fpcheck::exec::texel_type;
using fpcheck::exec::texture_object;

namespace {

/// An array that lives.
struct device_array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};          ///< in texels, 0 where there is no such dimension
  unsigned flags = 0;
  void* bytes = nullptr;

  std::size_t texel_bytes() const { return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8; }
  std::size_t row() const { return extent.width * texel_bytes(); }
  std::size_t rows() const { return std::max<std::size_t>(extent.height, 1); }
  std::size_t slices() const { return std::max<std::size_t>(extent.depth, 1); }
};

device_array& of(cudaArray_const_t a) { return *reinterpret_cast<device_array*>(const_cast<cudaArray*>(a)); }

void* plus(const void* p, std::size_t bytes) { return const_cast<char*>(static_cast<const char*>(p)) + bytes; }

cudaError_t make(cudaArray_t* out, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) {
  if (out == nullptr || format == nullptr || extent.width == 0) return answer(status::invalid_value);
  const locked_device d;
  if ((flags & (cudaArrayCubemap | cudaArrayTextureGather | cudaArraySparse | cudaArrayDeferredMapping)) > cudaArrayTextureGather) return answer(d->refuse("an array of a cube, sparse or mapped later"));
  auto a = std::make_unique<device_array>(device_array{*format, extent, flags, nullptr});
  a->bytes = d->allocate(a->row() * a->rows() * a->slices(), memory_kind::device);
  if (a->bytes == nullptr) return answer(status::out_of_memory);
  *out = reinterpret_cast<cudaArray_t>(a.release());
  return cudaSuccess;
}

/// Rows of one side of a copy: the first byte, and how far rows and slices are apart.
struct box_side {
  void* first;
  std::size_t pitch, slice;
};
box_side side_of(cudaArray_const_t a, std::size_t x, std::size_t y, std::size_t z) {
  const device_array& array = of(a);
  return {plus(array.bytes, x + y * array.row() + z * array.row() * array.rows()), array.row(), array.row() * array.rows()};
}
cudaError_t copy_box(const box_side& to, const box_side& from, cudaExtent e, cudaMemcpyKind kind) {
  for (std::size_t z = 0; z < e.depth; ++z)
    if (const cudaError_t r = cudaMemcpy2D(plus(to.first, z * to.slice), to.pitch, plus(from.first, z * from.slice), from.pitch, e.width, e.height, kind); r != cudaSuccess) return r;
  return cudaSuccess;
}

/// What a channel is; false where a texture has no such texels.
bool read_format(const cudaChannelFormatDesc& f, texture_object& t) {
  const int channels[] = {f.x, f.y, f.z, f.w};
  t.channels = static_cast<std::uint8_t>(std::count_if(std::begin(channels), std::end(channels), [](int bits) { return bits != 0; }));
  if (std::any_of(channels, channels + t.channels, [&](int bits) { return bits != f.x; })) return false;
  using row = std::pair<std::pair<cudaChannelFormatKind, int>, texel_type>;
  const row known[] = {{{cudaChannelFormatKindUnsigned, 8}, texel_type::u8}, {{cudaChannelFormatKindSigned, 8}, texel_type::s8}, {{cudaChannelFormatKindUnsigned, 16}, texel_type::u16},
                       {{cudaChannelFormatKindSigned, 16}, texel_type::s16}, {{cudaChannelFormatKindUnsigned, 32}, texel_type::u32}, {{cudaChannelFormatKindSigned, 32}, texel_type::s32},
                       {{cudaChannelFormatKindFloat, 16}, texel_type::f16}, {{cudaChannelFormatKindFloat, 32}, texel_type::f32}};
  const auto found = std::find_if(std::begin(known), std::end(known), [&](const row& r) { return r.first.first == f.f && r.first.second == f.x; });
  if (found == std::end(known)) return false;
  t.texel = found->second;
  return true;
}

/// Where the texels lie. False where they are none that can be read.
bool read_resource(const cudaResourceDesc& r, texture_object& t) {
  if (r.resType == cudaResourceTypeArray) {
    const device_array& a = of(r.res.array.array);
    if (!read_format(a.format, t)) return false;
    t.address = reinterpret_cast<std::uint64_t>(a.bytes);
    t.layered = (a.flags & cudaArrayLayered) != 0;
    t.dimensions = static_cast<std::uint8_t>(a.extent.height == 0 ? 1 : a.extent.depth == 0 || t.layered ? 2 : 3);
    t.extents = {a.extent.width, a.rows(), a.slices()};
    if (t.layered && t.dimensions == 1) t.extents = {a.extent.width, a.slices(), 1};
    t.strides = {a.row(), a.row() * a.rows()};
    return true;
  }
  if (r.resType == cudaResourceTypeLinear) {
    if (!read_format(r.res.linear.desc, t)) return false;
    t.address = reinterpret_cast<std::uint64_t>(r.res.linear.devPtr);
    t.extents[0] = r.res.linear.sizeInBytes / t.texel_bytes();
    return true;
  }
  if (r.resType != cudaResourceTypePitch2D || !read_format(r.res.pitch2D.desc, t)) return false;
  t.address = reinterpret_cast<std::uint64_t>(r.res.pitch2D.devPtr);
  t.dimensions = 2;
  t.extents = {r.res.pitch2D.width, r.res.pitch2D.height, 1};
  t.strides[0] = r.res.pitch2D.pitchInBytes;
  return true;
}

/// Puts the object into memory of the device, where kernels find it.
cudaError_t place(const texture_object& t, unsigned long long* out) {
  const locked_device d;
  if (!check(t)) return answer(status::invalid_value);
  void* const at = d->allocate(fpcheck::exec::texture_object_bytes, memory_kind::device);
  if (at == nullptr) return answer(status::out_of_memory);
  const auto bytes = encode(t);
  *out = reinterpret_cast<unsigned long long>(at);
  return answer(d->copy(at, bytes.data(), bytes.size(), host_side::goes_on));
}

cudaError_t drop(unsigned long long handle) {
  const locked_device d;
  return answer(d->release(reinterpret_cast<void*>(handle)));
}

} // namespace

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* out, const cudaChannelFormatDesc* format, std::size_t width, std::size_t height, unsigned flags) { return make(out, format, {width, height, 0}, flags); }
cudaError_t cudaMalloc3DArray(cudaArray_t* out, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) { return make(out, format, extent, flags); }
cudaError_t cudaFreeArray(cudaArray_t a) {
  if (a == nullptr) return cudaSuccess;
  const std::unique_ptr<device_array> owner(&of(a));
  return cudaFree(owner->bytes);
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t a) {
  if (format != nullptr) *format = of(a).format;
  if (extent != nullptr) *extent = of(a).extent;
  if (flags != nullptr) *flags = of(a).flags;
  return cudaSuccess;
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t a) {
  *format = of(a).format;
  return cudaSuccess;
}
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, cudaMemcpyKind kind) { return cudaMemcpy(side_of(to, x, y, 0).first, from, bytes, kind); }
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind) { return cudaMemcpy(to, side_of(from, x, y, 0).first, bytes, kind); }
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_box(side_of(to, x, y, 0), {const_cast<void*>(from), pitch, 0}, {width, height, 1}, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_box({to, pitch, 0}, side_of(from, x, y, 0), {width, height, 1}, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out, const cudaResourceDesc* resource, const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
  texture_object t;
  if (out == nullptr || resource == nullptr || how == nullptr) return answer(status::invalid_value);
  if (view != nullptr || !read_resource(*resource, t)) {
    const locked_device d;
    return answer(d->refuse("a texture object of a view, a mipmapped array or texels of several widths"));
  }
  t.filter = how->filterMode == cudaFilterModeLinear ? fpcheck::exec::texture_filter::linear : fpcheck::exec::texture_filter::point;
  for (std::size_t k = 0; k < 3; ++k) t.edges[k] = static_cast<fpcheck::exec::texture_edge>(how->addressMode[k]);
  t.normalised_coordinates = how->normalizedCoords != 0;
  t.normalised_reads = how->readMode == cudaReadModeNormalizedFloat && !is_real(t.texel);
  std::copy_n(how->borderColor, 4, t.border.begin());
  return place(t, out);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) { return drop(handle); }
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* out, const cudaResourceDesc* resource) {
  texture_object t;
  if (out == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray || !read_resource(*resource, t)) return answer(status::invalid_value);
  return place(t, out);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) { return drop(handle); }

} // extern "C"

namespace fpcheck::runtime {

/// Copies of boxes of which one side or both are arrays: positions and the width count an array's texels.
cudaError_t copy_arrays(const cudaMemcpy3DParms& p) {
  const std::size_t each = of(p.srcArray != nullptr ? p.srcArray : p.dstArray).texel_bytes();
  const auto side = [&](cudaArray_const_t a, const cudaPitchedPtr& m, const cudaPos& at) {
    if (a != nullptr) return side_of(a, at.x * of(a).texel_bytes(), at.y, at.z);
    return box_side{plus(m.ptr, (at.z * m.ysize + at.y) * m.pitch + at.x), m.pitch, m.pitch * m.ysize};
  };
  return copy_box(side(p.dstArray, p.dstPtr, p.dstPos), side(p.srcArray, p.srcPtr, p.srcPos), {p.extent.width * each, std::max<std::size_t>(p.extent.height, 1), std::max<std::size_t>(p.extent.depth, 1)}, p.kind);
}

} // namespace fpcheck::runtime
