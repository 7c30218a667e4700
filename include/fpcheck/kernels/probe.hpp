#pragma once
#include <fpcheck/base/config.hpp>
#include <fpcheck/base/probe_ring.hpp>

#include <atomic>

/// Checks inside a kernel. Each returns whether it held; a failure is recorded with file, line, block and thread in a
/// ring of fixed layout, read by `read()` after the launch; under `fpcheck run` each is a finding.
/// With FPCHECK_NO_PROBES defined every check is the constant true.
///
///     probe::range(x, 0.0f, 1.0f);  probe::finite(y);  probe::encloses(bounds, y);
namespace fpcheck::probe {

namespace detail {

#if defined(__CUDACC__)
/// The device's ring, one a translation unit; its symbol holds the name "fpcheck_probe_ring".
static __device__ ring fpcheck_probe_ring{ring_magic, 1, capacity, sizeof(hit), 0, {}};
#endif
inline ring& host_ring() {
  static ring r{ring_magic, 1, capacity, sizeof(hit), 0, {}};
  return r;
}

FPCHECK_HD inline void copy_tail(char* to, const char* path) noexcept {
  int length = 0;
  while (path[length] != 0) ++length;
  const int start = length > 39 ? length - 39 : 0;
  for (int i = 0; i < 40; ++i) to[i] = start + i < length ? path[start + i] : '\0';
}

/// Out of line: a check that holds costs its comparison only.
#if defined(__CUDACC__)
__noinline__
#else
__attribute__((noinline))
#endif
    FPCHECK_HD inline void
    record(kind what, double value, double lower, double upper, const char* file, std::uint32_t line) noexcept {
#if defined(__CUDA_ARCH__)
  ring& r = fpcheck_probe_ring;
  const unsigned long long order = atomicAdd(&r.failures, 1ull) + 1;
#else
  ring& r = host_ring();
  const unsigned long long order = std::atomic_ref<unsigned long long>(r.failures).fetch_add(1) + 1;
#endif
  hit& h = r.hits[(order - 1) % capacity];
  h.what = what, h.line = line, h.value = value, h.lower = lower, h.upper = upper;
#if defined(__CUDA_ARCH__)
  h.block[0] = blockIdx.x, h.block[1] = blockIdx.y, h.block[2] = blockIdx.z;
  h.thread[0] = threadIdx.x, h.thread[1] = threadIdx.y, h.thread[2] = threadIdx.z;
#else
  for (int i = 0; i < 3; ++i) h.block[i] = h.thread[i] = 0;
#endif
  copy_tail(h.file, file);
  h.order = order;
}

FPCHECK_HD FPCHECK_INLINE bool check(bool held, kind what, double value, double lower, double upper, const char* file,
                                     std::uint32_t line) noexcept {
#if defined(FPCHECK_NO_PROBES)
  (void)held, (void)what, (void)value, (void)lower, (void)upper, (void)file, (void)line;
  return true;
#else
  if (!held) record(what, value, lower, upper, file, line);
  return held;
#endif
}

} // namespace detail

/// Checks lower <= x <= upper. NaN fails.
template <class T>
FPCHECK_HD FPCHECK_INLINE bool range(T x, double lower, double upper, const char* file = __builtin_FILE(),
                                     std::uint32_t line = __builtin_LINE()) noexcept {
  const auto v = static_cast<double>(x);
  return detail::check(v >= lower && v <= upper, kind::range, v, lower, upper, file, line);
}

/// Checks that x is neither infinite nor NaN.
template <class T>
FPCHECK_HD FPCHECK_INLINE bool finite(T x, const char* file = __builtin_FILE(),
                                      std::uint32_t line = __builtin_LINE()) noexcept {
  const auto v = static_cast<double>(x);
  return detail::check(v - v == 0, kind::finite, v, 0, 0, file, line);
}

/// Checks that x lies in an interval (any type with lower() and upper()). NaN fails.
template <class Interval, class T>
FPCHECK_HD FPCHECK_INLINE bool encloses(const Interval& bounds, T x, const char* file = __builtin_FILE(),
                                        std::uint32_t line = __builtin_LINE()) noexcept {
  const auto v = static_cast<double>(x), lower = static_cast<double>(bounds.lower()),
             upper = static_cast<double>(bounds.upper());
  return detail::check(v >= lower && v <= upper, kind::encloses, v, lower, upper, file, line);
}

/// The failures of host code so far; `clear_host` forgets them.
inline report read_host() {
  return decode(&detail::host_ring(), sizeof(ring));
}
inline void clear_host() {
  detail::host_ring() = ring{ring_magic, 1, capacity, sizeof(hit), 0, {}};
}

#if defined(__CUDACC__)
/// The failures of device code of this translation unit so far. Waits for the device.
inline report read() {
  std::vector<unsigned char> bytes(sizeof(ring));
  if (cudaMemcpyFromSymbol(bytes.data(), detail::fpcheck_probe_ring, sizeof(ring)) != cudaSuccess)
    return {0, {}, false};
  return decode(bytes.data(), bytes.size());
}
/// Forgets them.
inline void clear() {
  const ring empty{ring_magic, 1, capacity, sizeof(hit), 0, {}};
  (void)cudaMemcpyToSymbol(detail::fpcheck_probe_ring, &empty, sizeof(ring));
}
#endif

} // namespace fpcheck::probe
