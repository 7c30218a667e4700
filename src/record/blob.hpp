#pragma once
// A capture's file: a signature, then blobs. Blob 0 is the header in JSON, which names the others by number.
#include <cstddef>
#include <cstdint>

namespace fpcheck::record {

inline constexpr char signature[8] = {'F', 'P', 'C', 'A', 'P', 'T', '\0', 1}; ///< the last byte is the version

/// How a blob is kept.
enum class packing : std::uint32_t { stored = 0, deflated = 1 };

/// Before each blob, little-endian as all else.
struct blob_header {
  std::uint64_t plain, kept; ///< bytes unpacked, and in the file
  std::uint32_t crc;         ///< CRC-32 of the bytes unpacked
  packing how;
};
static_assert(sizeof(blob_header) == 24);

} // namespace fpcheck::record
