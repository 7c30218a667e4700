#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fpcheck::exec {

/// What a channel of a texel is.
enum class texel_type : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };
/// Bytes of a channel.
constexpr std::uint32_t size_of(texel_type t) {
  constexpr std::uint8_t bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
  return bytes[static_cast<std::size_t>(t)];
}
constexpr bool is_real(texel_type t) { return t == texel_type::f16 || t == texel_type::f32; }

/// What a fetch is made of: the texel that the coordinates are in, or its neighbours by their distance.
enum class texture_filter : std::uint8_t { point, linear };
/// What lies beyond the edges. The order is that of CUDA's enumeration.
enum class texture_edge : std::uint8_t { wrap, clamp, mirror, border };

inline constexpr std::size_t texture_object_bytes = 128;

/// An array in global memory and how it is read (cudaTextureObject_t), or only where it lies (cudaSurfaceObject_t). Dimension 0 is the innermost one.
/// A handle is the address of the 128 bytes that say this.
struct texture_object {
  std::uint64_t address = 0;
  std::uint8_t dimensions = 1;     ///< 1 to 3; with layers, those of a layer
  bool layered = false;            ///< the extent behind the dimensions counts layers
  texel_type texel = texel_type::f32;
  std::uint8_t channels = 1;       ///< 1, 2 or 4
  std::array<std::uint64_t, 3> extents{1, 1, 1};
  std::array<std::uint64_t, 2> strides{}; ///< bytes from a row to the next, and from a slice or layer of several rows
  texture_filter filter = texture_filter::point;
  std::array<texture_edge, 3> edges{texture_edge::clamp, texture_edge::clamp, texture_edge::clamp};
  bool normalised_coordinates = false; ///< the extents are 1
  bool normalised_reads = false;       ///< integers are read as fractions of the largest
  std::array<float, 4> border{};       ///< what lies beyond the edges of `border`

  std::uint64_t texel_bytes() const { return std::uint64_t{size_of(texel)} * channels; }
};

/// The bytes that a handle points to. The layout is this engine's own: a device's handle is a number that nobody can look into.
std::array<std::byte, texture_object_bytes> encode(const texture_object& t);
/// Where in them the array's address stands.
inline constexpr std::uint32_t texture_address_offset = 8;
/// What the bytes say; nothing where they are no texture object's.
std::optional<texture_object> decode_texture_object(std::span<const std::byte, texture_object_bytes> bytes);

/// Error: what cudaCreateTextureObject would refuse.
result<void> check(const texture_object& t);

} // namespace fpcheck::exec
