#pragma once
// The container in which nvcc puts PTX and machine code into a program.
#include <fpcheck/base/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::record {

/// PTX out of a fat binary.
struct embedded_ptx {
  std::uint32_t sm = 0; ///< the architecture that it is written for: 90
  std::string text;
};

/// What a fat binary holds, in its order.
struct fat_binary {
  std::vector<embedded_ptx> ptx;
  std::vector<std::uint32_t> machine_code; ///< the architecture of each cubin
};

/// Reads a fat binary, or several that follow each other: plain, LZ4 and Zstandard entries.
/// Error: not a fat binary, cut short, packed in a way that is not known, or damaged.
result<fat_binary> read_fat_binary(std::span<const std::byte> bytes);

/// Bytes of a fat binary with its header, as the header says; 0 where `first` points at none. Requires: 16 readable bytes.
std::uint64_t fat_binary_size(const void* first);

/// Of several PTX texts those of one architecture: the newest that is at most `sm`, or else the oldest.
std::vector<embedded_ptx> best_ptx(std::vector<embedded_ptx> all, std::uint32_t sm);

} // namespace fpcheck::record
