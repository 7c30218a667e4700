#include "tensor_maps.hpp"
#include "names.hpp"

#include <algorithm>
#include <utility>

namespace fpcheck::session {
namespace {

using tensor::dtype;
using exec::map_element;

/// Without blanks around it.

constexpr std::pair<dtype, map_element> elements[] = {
    {dtype::u8, map_element::u8}, {dtype::i8, map_element::u8}, {dtype::boolean, map_element::u8}, {dtype::e4m3fn, map_element::u8}, {dtype::e5m2, map_element::u8},
    {dtype::u16, map_element::u16}, {dtype::i16, map_element::u16}, {dtype::u32, map_element::u32}, {dtype::i32, map_element::s32}, {dtype::u64, map_element::u64},
    {dtype::i64, map_element::s64}, {dtype::f16, map_element::f16}, {dtype::f32, map_element::f32}, {dtype::f64, map_element::f64}, {dtype::bf16, map_element::bf16}};
constexpr std::pair<const char*, map_element> named_elements[] = {{"tf32", map_element::tf32}, {"tf32_ftz", map_element::tf32_ftz}, {"f32_ftz", map_element::f32_ftz}};

result<map_element> element_of(const map_text& text, const exec::buffer& b) {
  dtype type = b.type;
  if (text.type) {
    for (const auto& [name, element] : named_elements)
      if (text.type->text == name) return element;
    const auto found = tensor::parse_dtype(text.type->text);
    if (!found) return tl::unexpected(text.type->error(found.error().message, found.error().hint));
    type = *found;
  }
  const auto row = std::find_if(std::begin(elements), std::end(elements), [&](const auto& e) { return e.first == type; });
  if (row != std::end(elements)) return row->second;
  return tl::unexpected((text.type ? *text.type : text.tensor).error("a tensor map has no elements of type " + std::string(tensor::name(type)), "type=u8, say, copies the bytes"));
}

result<exec::map_swizzle> swizzle_of(const map_text& text) {
  if (!text.swizzle) return exec::map_swizzle::none;
  constexpr std::pair<const char*, exec::map_swizzle> known[] = {
      {"0", exec::map_swizzle::none}, {"none", exec::map_swizzle::none}, {"32", exec::map_swizzle::by_32}, {"64", exec::map_swizzle::by_64}, {"128", exec::map_swizzle::by_128}};
  for (const auto& [name, swizzle] : known)
    if (text.swizzle->text == name) return swizzle;
  return tl::unexpected(text.swizzle->error("a swizzle is 0, 32, 64 or 128 bytes wide"));
}

/// Extents, innermost first, as maps count them.
result<std::vector<std::uint64_t>> extents(const launch::word& w, const launch::dimensions& names) {
  auto shape = names.shape(w);
  if (shape) std::reverse(shape->begin(), shape->end());
  return shape;
}

/// Error: another number of dimensions than `rank`.
result<void> copy_extents(const std::optional<launch::word>& w, const launch::dimensions& names, int rank, std::array<std::uint32_t, exec::most_map_rank>& to) {
  if (!w) return {};
  const auto read = extents(*w, names);
  if (!read) return tl::unexpected(read.error());
  if (read->size() != static_cast<std::size_t>(rank)) return tl::unexpected(w->error("the tensor has " + std::to_string(rank) + " dimensions, this " + std::to_string(read->size())));
  for (std::size_t k = 0; k < read->size(); ++k) to[k] = static_cast<std::uint32_t>(std::min<std::uint64_t>((*read)[k], 0xffffffffu));
  return {};
}

result<void> set_strides(const map_text& text, const launch::dimensions& names, exec::tensor_map& m) {
  const std::uint64_t bytes = size_of(m.element);
  std::uint64_t dense = bytes;
  for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(m.rank); ++k) dense *= m.extents[k], m.strides[k] = dense;
  if (!text.strides) return {};
  const auto given = extents(*text.strides, names);
  if (!given) return tl::unexpected(given.error());
  if (given->size() != static_cast<std::size_t>(m.rank) || (*given)[0] != 1)
    return tl::unexpected(text.strides->error("strides are in elements, one for each of the " + std::to_string(m.rank) + " dimensions, the last one 1"));
  for (std::size_t k = 1; k < given->size(); ++k) m.strides[k - 1] = (*given)[k] * bytes;
  return {};
}

} // namespace

result<map_text> read_map(const launch::word& inside) {
  map_text out;
  const auto parts = launch::split_top_level(inside, ',');
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const launch::word w = trimmed(parts[k]);
    const std::size_t sign = w.text.find('=');
    if (sign == std::string::npos && k < 2) {
      (k == 0 ? out.tensor : out.box) = w;
      continue;
    }
    const std::pair<const char*, std::optional<launch::word>*> known[] = {{"swizzle", &out.swizzle}, {"fill", &out.fill}, {"shape", &out.shape},
                                                                          {"strides", &out.strides}, {"steps", &out.steps}, {"type", &out.type}};
    const std::string name = w.text.substr(0, sign);
    const auto row = std::find_if(std::begin(known), std::end(known), [&](const auto& r) { return name == r.first; });
    if (sign == std::string::npos || row == std::end(known))
      return tl::unexpected(w.error("'" + w.text + "' says nothing of a tensor map", "after the tensor and the box stand swizzle= fill= shape= strides= steps= type="));
    *row->second = trimmed(w.part(sign + 1));
  }
  if (out.tensor.text.empty() || out.box.text.empty()) return tl::unexpected(inside.error("a tensor map needs a tensor and a box", "tensormap(A, 64x64)"));
  return out;
}

result<exec::tensor_map> map_of(const map_text& text, const exec::buffer& b, const launch::dimensions& names) {
  exec::tensor_map m;
  const auto element = element_of(text, b);
  if (!element) return tl::unexpected(element.error());
  m.element = *element;
  std::vector<std::uint64_t> shape(b.shape.rbegin(), b.shape.rend());
  if (text.shape) {
    const auto given = extents(*text.shape, names);
    if (!given) return tl::unexpected(given.error());
    shape = *given;
  }
  if (shape.empty() || shape.size() > exec::most_map_rank) return tl::unexpected(text.tensor.error("a tensor map has 1 to 5 dimensions, not " + std::to_string(shape.size())));
  m.rank = static_cast<int>(shape.size());
  std::copy(shape.begin(), shape.end(), m.extents.begin());
  if (const auto ok = copy_extents(text.box, names, m.rank, m.box); !ok) return tl::unexpected(ok.error());
  if (const auto ok = copy_extents(text.steps, names, m.rank, m.element_strides); !ok) return tl::unexpected(ok.error());
  if (const auto ok = set_strides(text, names, m); !ok) return tl::unexpected(ok.error());
  const auto swizzle = swizzle_of(text);
  if (!swizzle) return tl::unexpected(swizzle.error());
  m.swizzle = *swizzle;
  if (text.fill && text.fill->text != "zero" && text.fill->text != "0" && text.fill->text != "nan") return tl::unexpected(text.fill->error("what is outside of the tensor is filled with zero or nan"));
  m.fills_nan = text.fill && text.fill->text == "nan";
  if (const auto ok = check(m); !ok) return tl::unexpected(text.box.error(ok.error().message, ok.error().hint));
  return m;
}

std::optional<std::string> words_of_descriptor(const std::string& spelling, const std::string& buffer) {
  if (!spelling.starts_with(triton_descriptor)) return std::nullopt;
  std::string how = spelling.substr(triton_descriptor.size());
  if (const std::size_t at = how.find("swizzle "); at != std::string::npos) how[at + 7] = '=';
  return buffer + ", " + how;
}

} // namespace fpcheck::session
