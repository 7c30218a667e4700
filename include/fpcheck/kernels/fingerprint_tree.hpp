#pragma once
#include <fpcheck/kernels/fingerprint.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::kernels {

/// The digest of some bytes, with the tree that it is the top of.
struct fingerprint {
  std::uint64_t digest = 0;
  std::uint64_t bytes = 0;
  std::vector<std::vector<std::uint64_t>> levels; ///< leaves first; the last has one node

  bool operator==(const fingerprint&) const = default;
};

/// The fingerprint of `data`, computed on the host: the bits of the device's kernels.
fingerprint fingerprint_of(std::span<const std::byte> data, const fingerprint_key& key);

/// The sizes of the levels of the tree of so many bytes, leaves first: where each lies in the device's workspace.
std::vector<std::uint64_t> level_sizes(std::uint64_t bytes);

/// The first leaf in which two trees differ, found from the top down: two parties that hold one each need to exchange
/// at most `fan_out` digests a level. Nothing where the trees are equal.
/// Requires: made with one key, of the same number of bytes.
std::optional<std::uint64_t> first_differing_leaf(const fingerprint& a, const fingerprint& b);

/// The first byte in which `a` and `b` differ, the end of the shorter one included; nothing where they are equal.
std::optional<std::uint64_t> first_differing_byte(std::span<const std::byte> a, std::span<const std::byte> b);

/// A digest as 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t digest);

} // namespace fpcheck::kernels
