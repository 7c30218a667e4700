#pragma once
// Boxes of tensors at random, and a plain walk over what a copy of one moves: for the engine's tests and the device's.
#include <fpcheck/exec/tensor_map.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace fpcheck::exec {

inline constexpr std::uint64_t most_box_bytes = 64512; ///< of shared memory

enum class box_use : std::uint8_t { load, store }; ///< `store`: or sum

/// One copy of a box.
struct job {
  tensor_map map;
  std::array<std::int32_t, 5> at{}; ///< coordinates
  std::uint32_t offset = 0; ///< of the box in shared memory, behind a multiple of 1024
  std::vector<std::byte> tensor; ///< the bytes that the map is of
  std::vector<std::uint32_t> box; ///< what is stored
};

/// A map and a place, both at random, with what a driver and a device take: copies begin at a multiple of 16 bytes, and store at no negative coordinate.
inline job random_job(std::mt19937& draw, map_element element, box_use use) {
  const auto pick = [&](std::uint32_t low, std::uint32_t high) { return low + static_cast<std::uint32_t>(draw() % (high - low + 1)); };
  job j;
  j.map.rank = static_cast<int>(pick(1, 5)), j.map.element = element;
  j.map.swizzle = static_cast<map_swizzle>(pick(0, 3));
  const std::uint32_t each = size_of(element), row = row_bytes(j.map.swizzle);
  j.map.box[0] = 16 / each * pick(1, row != 0 ? row / 16 : std::min(9u, 256 * each / 16));
  std::uint64_t stride = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(j.map.rank); ++k) {
    if (k != 0) j.map.box[k] = pick(1, 7), j.map.element_strides[k] = pick(0, 3) == 0 ? pick(1, 3) : 1;
    j.map.extents[k] = pick(1, k == 0 ? 2 * j.map.box[0] : 9);
    if (k == 0) stride = (j.map.extents[0] * each + 15) / 16 * 16 + 16 * pick(0, 1);
    else stride *= j.map.extents[k];
    if (k + 1 < static_cast<std::size_t>(j.map.rank)) j.map.strides[k] = stride;
    j.at[k] = static_cast<std::int32_t>(k == 0 ? pick(0, 3) : pick(0, 12)) - (k == 0 ? 1 : 4);
    if (k == 0) j.at[k] *= static_cast<std::int32_t>(16 / each);
    if (use == box_use::store) j.at[k] = std::max(j.at[k], 0);
  }
  j.offset = 128 * pick(0, 7);
  j.tensor.resize(stride + 16);
  for (std::byte& b : j.tensor) b = static_cast<std::byte>(draw() >> 8);
  j.box.resize(j.map.box_span() / 4);
  for (std::uint32_t& w : j.box) w = static_cast<std::uint32_t>(draw());
  return j;
}

/// Calls `f` with every element of the box: its byte in shared memory, and in the tensor where it lies in it. Written from the description of the
/// copies: 16-byte column c of line l of 128 bytes goes to column c ^ (l mod 8), of narrower swizzles to c ^ (l mod 4) and c ^ (l mod 2); and as seen on a
/// device: rows that are shorter than the swizzle's begin at its multiples, and what is stored fills the last 16 bytes of the tensor's row.
template <class F>
void each_element(const job& j, box_use use, F f) {
  const tensor_map& m = j.map;
  const std::uint64_t each = size_of(m.element), count = m.box_bytes() / each, row = m.box[0] * each, pitch = m.swizzle == map_swizzle::none ? row : row_bytes(m.swizzle);
  const std::uint64_t granule = use == box_use::store ? 16 / each : 1, written = (m.extents[0] + granule - 1) / granule * granule;
  for (std::uint64_t n = 0; n < count; ++n) {
    std::uint64_t rest = n, there = 0;
    bool inside = true;
    for (int k = 0; k < m.rank; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const std::int64_t c = j.at[i] + static_cast<std::int64_t>(rest % m.taken(k)) * (k == 0 ? 1 : m.element_strides[i]);
      rest /= m.taken(k);
      inside = inside && c >= 0 && c < static_cast<std::int64_t>(k == 0 ? written : m.extents[i]);
      there += static_cast<std::uint64_t>(c) * (k == 0 ? each : m.strides[i - 1]);
    }
    std::uint64_t byte = j.offset + n * each / row * pitch + n * each % row;
    const std::uint64_t line = byte / 128, column = byte / 16 % 8;
    const std::uint64_t turned = m.swizzle == map_swizzle::by_128 ? column ^ line % 8 : m.swizzle == map_swizzle::by_64 ? column ^ line % 4 : m.swizzle == map_swizzle::by_32 ? column ^ line % 2 : column;
    byte = line * 128 + turned * 16 + byte % 16;
    f(byte, inside, there);
  }
}

} // namespace fpcheck::exec
