#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fpcheck::exec {

/// What a tensor map calls the type of its elements. The order is that of tensormap.replace; the driver's enumeration has another one from f64 on.
enum class map_element : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f32_ftz, f64, bf16, tf32, tf32_ftz };
inline constexpr unsigned map_elements = 13;
/// Bytes of an element.
constexpr std::uint32_t size_of(map_element t) {
  constexpr std::uint8_t bytes[map_elements] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4};
  return bytes[static_cast<std::size_t>(t)];
}

/// How 16-byte pieces of a box change places in shared memory: within rows of so many bytes.
enum class map_swizzle : std::uint8_t { none, by_32, by_64, by_128 };
/// Bytes of such a row; 0 without swizzle.
constexpr std::uint32_t row_bytes(map_swizzle s) { return s == map_swizzle::none ? 0u : 16u << static_cast<unsigned>(s); }

inline constexpr std::size_t tensor_map_bytes = 128;
inline constexpr std::uint64_t tensor_map_alignment = 64;
inline constexpr int most_map_rank = 5;

/// A tensor in global memory and the boxes that are copied of it (CUtensorMap). Dimension 0 is the innermost one.
struct tensor_map {
  std::uint64_t address = 0;
  int rank = 1;
  map_element element = map_element::u8;
  std::uint8_t interleave = 0;          ///< 0: none
  map_swizzle swizzle = map_swizzle::none;
  bool fills_nan = false;               ///< outside of the tensor lie NaNs, not zeros
  std::uint8_t promotion = 0;           ///< of accesses in the second-level cache
  std::array<std::uint64_t, most_map_rank> extents{1, 1, 1, 1, 1};      ///< elements
  std::array<std::uint64_t, most_map_rank - 1> strides{};               ///< bytes from one index of dimension 1, 2 ... to the next
  std::array<std::uint32_t, most_map_rank> box{1, 1, 1, 1, 1};          ///< elements that a copy spans
  std::array<std::uint32_t, most_map_rank> element_strides{1, 1, 1, 1, 1}; ///< every so many-th of them is copied

  /// Elements that a copy takes along dimension `k`. Without interleaving dimension 0 has no stride.
  std::uint32_t taken(int k) const {
    const auto i = static_cast<std::size_t>(k);
    const std::uint32_t step = k == 0 && interleave == 0 ? 1 : element_strides[i];
    return (box[i] + step - 1) / step;
  }
  /// Bytes of a box, which is what a copy completes at its mbarrier.
  std::uint64_t box_bytes() const;
  /// Bytes from one row of a box in shared memory to the next: of swizzled boxes those that pieces change places in, even where a row is shorter.
  std::uint64_t row_pitch() const { return swizzle == map_swizzle::none ? std::uint64_t{taken(0)} * size_of(element) : row_bytes(swizzle); }
  /// Bytes of shared memory from a box's first to its last.
  std::uint64_t box_span() const;
};

/// The 128 bytes as the driver lays them out. Source: maps made by a driver, taken apart.
std::array<std::byte, tensor_map_bytes> encode(const tensor_map& m);
/// What the bytes say. Every pattern of bits says something: `check` tells what is none of the driver's.
tensor_map decode_tensor_map(std::span<const std::byte, tensor_map_bytes> bytes);

/// Error: what cuTensorMapEncodeTiled would refuse, and what the copies ask for. The address is not looked at.
result<void> check(const tensor_map& m);

/// A field that tensormap.replace writes.
enum class map_field : std::uint8_t { address, rank, box, extent, stride, element_stride, element, interleave, swizzle, fill };
/// Writes field `f` of dimension `ordinal` as tensormap.replace does: the rank less one, strides in bytes. Returns which of the words of 8 bytes it
/// lies in, one bit each; none if there is no such dimension.
std::uint16_t replace(std::span<std::byte, tensor_map_bytes> bytes, map_field f, std::uint32_t ordinal, std::uint64_t value);

} // namespace fpcheck::exec
