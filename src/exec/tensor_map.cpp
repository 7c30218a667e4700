#include <fpcheck/exec/tensor_map.hpp>

#include <cstring>
#include <string>

namespace fpcheck::exec {
namespace {

/// Bits of one of the sixteen words of 64 bits.
struct bit_field {
  std::uint8_t word, first, bits;
};
using map_words = std::array<std::uint64_t, tensor_map_bytes / 8>;

constexpr std::uint64_t mask_of(const bit_field& f) { return f.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << f.bits) - 1; }
std::uint64_t get(const map_words& w, const bit_field& f) { return w[f.word] >> f.first & mask_of(f); }
void put(map_words& w, const bit_field& f, std::uint64_t v) { w[f.word] = (w[f.word] & ~(mask_of(f) << f.first)) | (v & mask_of(f)) << f.first; }

constexpr bit_field address_field{0, 0, 64}, rank_field{1, 4, 3}, type_field{1, 7, 4}, interleave_field{1, 11, 2}, swizzle_field{1, 13, 2}, fill_field{1, 15, 1}, tf32_field{1, 16, 1},
    promotion_field{1, 17, 2}, size_field{8, 0, 64}, span_field{9, 0, 64};
/// Strides are kept in sixteenths, their upper bits apart.
constexpr bit_field stride_fields[] = {{1, 32, 32}, {2, 0, 32}, {2, 32, 32}, {3, 0, 32}}, stride_tops[] = {{3, 32, 4}, {3, 36, 4}, {3, 40, 4}, {3, 44, 4}};
/// Extents, boxes and element strides are kept less one.
constexpr bit_field extent_fields[] = {{4, 0, 32}, {4, 32, 32}, {5, 0, 32}, {5, 32, 32}, {6, 0, 32}};
constexpr bit_field step_fields[] = {{6, 32, 3}, {6, 35, 3}, {6, 38, 3}, {6, 41, 3}, {6, 44, 3}};
constexpr bit_field box_fields[] = {{6, 56, 8}, {7, 0, 8}, {7, 8, 8}, {7, 16, 8}, {7, 24, 8}};

void put_element(map_words& w, std::uint64_t type) {
  constexpr auto tf32 = static_cast<std::uint64_t>(map_element::tf32), f32 = static_cast<std::uint64_t>(map_element::f32);
  const bool is_tf32 = type >= tf32 && type < map_elements;
  put(w, type_field, is_tf32 ? f32 + (type - tf32) : type);
  put(w, tf32_field, is_tf32 ? 1 : 0);
}
map_element element_in(const map_words& w) {
  const auto type = static_cast<unsigned>(get(w, type_field));
  constexpr auto f32 = static_cast<unsigned>(map_element::f32);
  if (get(w, tf32_field) != 0 && (type == f32 || type == f32 + 1)) return static_cast<map_element>(static_cast<unsigned>(map_element::tf32) + type - f32);
  return static_cast<map_element>(type < map_elements ? type : 0);
}
void put_stride(map_words& w, std::size_t k, std::uint64_t bytes) {
  put(w, stride_fields[k], bytes / 16);
  put(w, stride_tops[k], bytes / 16 >> 32);
}

map_words words_in(std::span<const std::byte, tensor_map_bytes> bytes) {
  map_words w;
  std::memcpy(w.data(), bytes.data(), tensor_map_bytes);
  return w;
}

std::string dimension(int k) { return "dimension " + std::to_string(k) + " (0 is the innermost)"; }

result<void> check_dimension(const tensor_map& m, int k) {
  const auto i = static_cast<std::size_t>(k);
  if (m.extents[i] == 0 || m.extents[i] > std::uint64_t{1} << 32) return fail(dimension(k) + " of a tensor map has " + std::to_string(m.extents[i]) + " elements: 1 to 2^32 are possible");
  if (m.box[i] == 0 || m.box[i] > 256) return fail("a box of " + std::to_string(m.box[i]) + " elements along " + dimension(k) + ": 1 to 256 are possible");
  if (m.element_strides[i] == 0 || m.element_strides[i] > 8) return fail("an element stride of " + std::to_string(m.element_strides[i]) + ": 1 to 8 are possible");
  if (k + 1 >= m.rank) return {};
  if (m.strides[i] % 16 != 0 || m.strides[i] >= std::uint64_t{1} << 40)
    return fail("a stride of " + std::to_string(m.strides[i]) + " bytes along " + dimension(k + 1) + " of a tensor map: it has to be a multiple of 16 below 2^40");
  return {};
}

} // namespace

std::uint64_t tensor_map::box_bytes() const {
  std::uint64_t n = size_of(element);
  for (int k = 0; k < rank; ++k) n *= taken(k);
  return n;
}

std::uint64_t tensor_map::box_span() const {
  const std::uint64_t row = std::uint64_t{taken(0)} * size_of(element);
  return (box_bytes() / row - 1) * row_pitch() + row;
}

std::array<std::byte, tensor_map_bytes> encode(const tensor_map& m) {
  map_words w{};
  std::uint64_t whole_steps = size_of(m.element); // the driver leaves out a last step that the box does not end
  put(w, address_field, m.address);
  put(w, rank_field, static_cast<std::uint64_t>(m.rank - 1));
  put_element(w, static_cast<std::uint64_t>(m.element));
  put(w, interleave_field, m.interleave);
  put(w, swizzle_field, static_cast<std::uint64_t>(m.swizzle));
  put(w, fill_field, m.fills_nan ? 1 : 0);
  put(w, promotion_field, m.promotion);
  for (std::size_t k = 0; k < static_cast<std::size_t>(m.rank); ++k) {
    if (k + 1 < static_cast<std::size_t>(m.rank)) put_stride(w, k, m.strides[k]);
    put(w, extent_fields[k], m.extents[k] - 1);
    put(w, step_fields[k], m.element_strides[k] - 1);
    put(w, box_fields[k], m.box[k] - 1);
    whole_steps *= k == 0 && m.interleave == 0 ? m.box[k] : m.box[k] / m.element_strides[k];
  }
  put(w, size_field, whole_steps);
  constexpr std::uint64_t spans[] = {0x10, 0x100, 0x200, 0x400};
  put(w, span_field, spans[static_cast<std::size_t>(m.swizzle)]);
  std::array<std::byte, tensor_map_bytes> out;
  std::memcpy(out.data(), w.data(), out.size());
  return out;
}

tensor_map decode_tensor_map(std::span<const std::byte, tensor_map_bytes> bytes) {
  const map_words w = words_in(bytes);
  tensor_map m;
  m.address = get(w, address_field);
  m.rank = static_cast<int>(get(w, rank_field)) + 1;
  m.element = element_in(w);
  m.interleave = static_cast<std::uint8_t>(get(w, interleave_field));
  m.swizzle = static_cast<map_swizzle>(get(w, swizzle_field));
  m.fills_nan = get(w, fill_field) != 0;
  m.promotion = static_cast<std::uint8_t>(get(w, promotion_field));
  for (std::size_t k = 0; k < most_map_rank && k < static_cast<std::size_t>(m.rank); ++k) {
    if (k + 1 < most_map_rank && k + 1 < static_cast<std::size_t>(m.rank)) m.strides[k] = (get(w, stride_fields[k]) | get(w, stride_tops[k]) << 32) * 16;
    m.extents[k] = get(w, extent_fields[k]) + 1;
    m.element_strides[k] = static_cast<std::uint32_t>(get(w, step_fields[k])) + 1;
    m.box[k] = static_cast<std::uint32_t>(get(w, box_fields[k])) + 1;
  }
  return m;
}

result<void> check(const tensor_map& m) {
  if (m.rank < 1 || m.rank > most_map_rank) return fail("a tensor map of " + std::to_string(m.rank) + " dimensions: 1 to 5 are possible");
  for (int k = 0; k < m.rank; ++k)
    if (const auto ok = check_dimension(m, k); !ok) return ok;
  const std::uint64_t row = std::uint64_t{m.taken(0)} * size_of(m.element), limit = row_bytes(m.swizzle);
  if (row % 16 != 0) return fail("a row of the box has " + std::to_string(row) + " bytes: it has to be a multiple of 16");
  if (limit != 0 && row > limit) return fail("a row of the box has " + std::to_string(row) + " bytes, a swizzle of " + std::to_string(limit) + " takes at most so many");
  constexpr auto first_float = static_cast<unsigned>(map_element::f16);
  if (m.fills_nan && static_cast<unsigned>(m.element) < first_float) return fail("integers cannot be filled with NaN");
  return {};
}

std::uint16_t replace(std::span<std::byte, tensor_map_bytes> bytes, map_field f, std::uint32_t ordinal, std::uint64_t value) {
  map_words w = words_in(bytes);
  if (ordinal >= (f == map_field::stride ? most_map_rank - 1u : most_map_rank)) return 0;
  std::uint16_t touched = 0;
  const auto write = [&](const bit_field& field, std::uint64_t v) {
    put(w, field, v);
    touched |= static_cast<std::uint16_t>(1u << field.word);
  };
  switch (f) {
  case map_field::address: write(address_field, value); break;
  case map_field::rank: write(rank_field, value); break;
  case map_field::box: write(box_fields[ordinal], value - 1); break;
  case map_field::extent: write(extent_fields[ordinal], value - 1); break;
  case map_field::stride: write(stride_fields[ordinal], value / 16), write(stride_tops[ordinal], value / 16 >> 32); break;
  case map_field::element_stride: write(step_fields[ordinal], value - 1); break;
  case map_field::element: write(type_field, 0), put_element(w, value); break;
  case map_field::interleave: write(interleave_field, value); break;
  case map_field::swizzle: write(swizzle_field, value); break;
  case map_field::fill: write(fill_field, value); break;
  }
  std::memcpy(bytes.data(), w.data(), tensor_map_bytes);
  return touched;
}

} // namespace fpcheck::exec
