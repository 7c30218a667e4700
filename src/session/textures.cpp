#include "textures.hpp"
#include "names.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace fpcheck::session {
namespace {

using tensor::dtype;
using exec::texel_type;
using exec::texture_edge;

constexpr std::pair<dtype, texel_type> texels[] = {{dtype::u8, texel_type::u8}, {dtype::i8, texel_type::s8}, {dtype::u16, texel_type::u16}, {dtype::i16, texel_type::s16},
                                                   {dtype::u32, texel_type::u32}, {dtype::i32, texel_type::s32}, {dtype::f16, texel_type::f16}, {dtype::f32, texel_type::f32}};

std::optional<texture_edge> edge_called(std::string_view name) {
  constexpr std::pair<std::string_view, texture_edge> known[] = {{"wrap", texture_edge::wrap}, {"clamp", texture_edge::clamp}, {"mirror", texture_edge::mirror}, {"border", texture_edge::border}};
  const auto row = std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return k.first == name; });
  return row != std::end(known) ? std::optional(row->second) : std::nullopt;
}

/// One word behind the tensor. False where it says nothing of textures.
bool apply(const std::string& word, exec::texture_object& t) {
  const std::size_t sign = word.find('=');
  const std::string name = word.substr(0, sign), value = sign == std::string::npos ? "" : word.substr(sign + 1);
  if (name == "channels" && (value == "1" || value == "2" || value == "4")) {
    t.channels = static_cast<std::uint8_t>(value[0] - '0');
    return true;
  }
  if (name == "border" && !value.empty()) {
    float f = 0;
    const auto end = std::from_chars(value.data(), value.data() + value.size(), f);
    t.border.fill(f), t.edges.fill(texture_edge::border);
    return end.ec == std::errc() && end.ptr == value.data() + value.size();
  }
  if (sign != std::string::npos) return false;
  if (const auto edge = edge_called(name)) {
    t.edges.fill(*edge);
    return true;
  }
  if (name == "linear") t.filter = exec::texture_filter::linear;
  else if (name == "normalised" || name == "normalized") t.normalised_coordinates = true;
  else if (name == "fractions") t.normalised_reads = true;
  else if (name == "layered") t.layered = true;
  else return name == "point";
  return true;
}

} // namespace

result<texture_text> read_texture(const launch::word& inside) {
  texture_text out;
  const auto parts = launch::split_top_level(inside, ',');
  for (std::size_t k = 0; k < parts.size(); ++k) k == 0 ? void(out.tensor = trimmed(parts[k])) : out.how.push_back(trimmed(parts[k]));
  if (out.tensor.text.empty()) return tl::unexpected(inside.error("a texture needs a tensor", "texture(A, linear, clamp)"));
  return out;
}

result<exec::texture_object> texture_of(const texture_text& text, const exec::buffer& b) {
  exec::texture_object t;
  const auto row = std::find_if(std::begin(texels), std::end(texels), [&](const auto& e) { return e.first == b.type; });
  if (row == std::end(texels)) return tl::unexpected(text.tensor.error("a texture has no texels of type " + std::string(tensor::name(b.type)), "f32, f16 and integers of 8 to 32 bits are possible"));
  t.texel = row->second;
  for (const launch::word& w : text.how)
    if (!apply(w.text, t)) return tl::unexpected(w.error("'" + w.text + "' says nothing of a texture", "after the tensor stand point or linear, wrap, clamp, mirror or border=, normalised, fractions, layered, channels="));
  std::vector<std::uint64_t> shape(b.shape.rbegin(), b.shape.rend());
  if (t.channels > 1) {
    if (shape.empty() || shape[0] != t.channels) return tl::unexpected(text.tensor.error("the innermost extent of the tensor is not its " + std::to_string(t.channels) + " channels"));
    shape.erase(shape.begin());
  }
  const std::size_t dimensions = shape.size() - (t.layered && !shape.empty() ? 1 : 0);
  if (dimensions < 1 || dimensions > 3 || shape.size() > 3) return tl::unexpected(text.tensor.error("a texture has 1 to 3 dimensions, not " + std::to_string(dimensions)));
  t.dimensions = static_cast<std::uint8_t>(dimensions);
  std::copy(shape.begin(), shape.end(), t.extents.begin());
  t.strides[0] = t.extents[0] * t.texel_bytes();
  t.strides[1] = t.strides[0] * (dimensions > 1 ? t.extents[1] : 1);
  if (const auto ok = check(t); !ok) return tl::unexpected(text.tensor.error(ok.error().message, ok.error().hint));
  return t;
}

} // namespace fpcheck::session
