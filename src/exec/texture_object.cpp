#include <fpcheck/exec/texture_object.hpp>

#include <cstring>
#include <string>

namespace fpcheck::exec {
namespace {

/// No address of a device begins like this, nor do numbers that kernels store.
constexpr std::uint64_t mark = 0x7e78'7475'7265'f1c5u;

/// The bytes, field by field.
struct layout {
  std::uint64_t mark = 0, address = 0;
  std::uint64_t extents[3] = {}, strides[2] = {};
  float border[4] = {};
  std::uint8_t dimensions = 0, layered = 0, texel = 0, channels = 0, filter = 0, edges[3] = {}, normalised_coordinates = 0, normalised_reads = 0;
};
static_assert(sizeof(layout) <= texture_object_bytes && offsetof(layout, address) == texture_address_offset);

} // namespace

std::array<std::byte, texture_object_bytes> encode(const texture_object& t) {
  layout l;
  l.mark = mark, l.address = t.address;
  std::copy(t.extents.begin(), t.extents.end(), l.extents);
  std::copy(t.strides.begin(), t.strides.end(), l.strides);
  std::copy(t.border.begin(), t.border.end(), l.border);
  l.dimensions = t.dimensions, l.layered = t.layered, l.texel = static_cast<std::uint8_t>(t.texel), l.channels = t.channels, l.filter = static_cast<std::uint8_t>(t.filter);
  for (std::size_t k = 0; k < t.edges.size(); ++k) l.edges[k] = static_cast<std::uint8_t>(t.edges[k]);
  l.normalised_coordinates = t.normalised_coordinates, l.normalised_reads = t.normalised_reads;
  std::array<std::byte, texture_object_bytes> out{};
  std::memcpy(out.data(), &l, sizeof l);
  return out;
}

std::optional<texture_object> decode_texture_object(std::span<const std::byte, texture_object_bytes> bytes) {
  layout l;
  std::memcpy(&l, bytes.data(), sizeof l);
  if (l.mark != mark) return std::nullopt;
  texture_object t;
  t.address = l.address;
  std::copy(std::begin(l.extents), std::end(l.extents), t.extents.begin());
  std::copy(std::begin(l.strides), std::end(l.strides), t.strides.begin());
  std::copy(std::begin(l.border), std::end(l.border), t.border.begin());
  t.dimensions = l.dimensions, t.layered = l.layered != 0, t.texel = static_cast<texel_type>(l.texel & 7u), t.channels = l.channels, t.filter = static_cast<texture_filter>(l.filter & 1u);
  for (std::size_t k = 0; k < t.edges.size(); ++k) t.edges[k] = static_cast<texture_edge>(l.edges[k] & 3u);
  t.normalised_coordinates = l.normalised_coordinates != 0, t.normalised_reads = l.normalised_reads != 0;
  if (!check(t)) return std::nullopt;
  return t;
}

result<void> check(const texture_object& t) {
  if (t.dimensions < 1 || t.dimensions > 3) return fail("a texture has 1 to 3 dimensions, not " + std::to_string(t.dimensions));
  if (t.layered && t.dimensions > 2) return fail("layers are of one or two dimensions");
  if (t.channels != 1 && t.channels != 2 && t.channels != 4) return fail("a texel has 1, 2 or 4 channels, not " + std::to_string(t.channels));
  for (const std::uint64_t n : t.extents)
    if (n == 0 || n >= std::uint64_t{1} << 31) return fail("an extent of a texture has " + std::to_string(n) + " texels");
  const bool fractions = t.normalised_reads && !is_real(t.texel) && size_of(t.texel) <= 2;
  if (t.normalised_reads && !is_real(t.texel) && !fractions) return fail("only integers of 8 and 16 bits are read as fractions");
  if (t.filter == texture_filter::linear && !is_real(t.texel) && !fractions) return fail("integers are not filtered, unless they are read as fractions");
  return {};
}

} // namespace fpcheck::exec
