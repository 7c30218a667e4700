#pragma once
#include <fpcheck/base/config.hpp>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

/// Checks inside a kernel. Each returns whether it held; a failure is recorded with file, line, block and thread in a
/// ring of fixed layout, to be read by `read()` after the launch or decoded by whoever runs the kernel's PTX.
/// With FPCHECK_NO_PROBES defined every check is the constant true.
///
///     probe::range(x, 0.0f, 1.0f);  probe::finite(y);  probe::encloses(bounds, y);
namespace fpcheck::probe {

/// What was checked.
enum class kind : std::uint32_t { range = 1, finite = 2, encloses = 3 };

/// One failure, 104 bytes, little-endian. `file` holds the last 39 characters of the path and a zero.
struct hit {
  kind what;
  std::uint32_t line;
  std::uint32_t block[3];
  std::uint32_t thread[3];
  double value;
  double lower;
  double upper;
  char file[40];
  std::uint64_t order; ///< 1 for the first failure of the program; 0 in a slot that was never written
};
static_assert(sizeof(hit) == 104, "the layout of version 1 is fixed");

/// How many of the latest failures are kept.
inline constexpr std::uint32_t capacity = 1024;

/// The ring: a header of 24 bytes, then the hits. Failure number n (from 1) is in slot (n - 1) % capacity.
struct ring {
  std::uint32_t magic;    ///< 0x52504346, "FCPR"
  std::uint32_t version;  ///< 1
  std::uint32_t slots;    ///< capacity
  std::uint32_t hit_size; ///< sizeof(hit)
  unsigned long long failures;
  hit hits[capacity];
};
inline constexpr std::uint32_t ring_magic = 0x52504346;

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

/// The failures of a ring, oldest first, and how many there were in all.
struct report {
  std::uint64_t failures = 0;
  std::vector<hit> hits;
  bool understood = true; ///< false if the bytes are no ring of this version
};

/// Decodes a ring's bytes, wherever they were copied from.
inline report decode(const void* bytes, std::size_t size) {
  report out;
  ring r;
  if (size < sizeof(ring)) return {0, {}, false};
  std::memcpy(&r, bytes, sizeof(ring));
  if (r.magic != ring_magic || r.version != 1 || r.slots != capacity || r.hit_size != sizeof(hit))
    return {0, {}, false};
  out.failures = r.failures;
  const std::uint64_t kept = r.failures < capacity ? r.failures : capacity;
  for (std::uint64_t n = r.failures - kept; n < r.failures; ++n) out.hits.push_back(r.hits[n % capacity]);
  return out;
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
