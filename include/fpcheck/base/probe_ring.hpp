#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

/// The record of checks that failed inside a kernel (fpcheck/kernels/probe.hpp), as it lies in memory, and its decoding.
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
  std::memcpy(static_cast<void*>(&r), bytes, sizeof(ring));
  if (r.magic != ring_magic || r.version != 1 || r.slots != capacity || r.hit_size != sizeof(hit))
    return {0, {}, false};
  out.failures = r.failures;
  const std::uint64_t kept = r.failures < capacity ? r.failures : capacity;
  for (std::uint64_t n = r.failures - kept; n < r.failures; ++n) out.hits.push_back(r.hits[n % capacity]);
  return out;
}

} // namespace fpcheck::probe
