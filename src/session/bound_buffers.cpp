// Buffers of a launch: those that parameters point to, those that tensor maps and tables of pointers speak of, and the tables themselves.
#include "binder.hpp"
#include "names.hpp"

#include <fpcheck/base/letters.hpp>
#include <fpcheck/exec/pointer_tables.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace fpcheck::session {
namespace {

constexpr std::string_view map_word = "tensormap(";

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The items of a list, without blanks.
std::vector<launch::word> items_of(const launch::word& list) {
  std::vector<launch::word> out;
  if (!list.text.ends_with(']')) return out;
  for (const launch::word& item : launch::split_top_level(list.part(1, list.text.size() - 2), ',')) {
    const std::size_t first = item.text.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    out.push_back(item.part(first, item.text.find_last_not_of(" \t") - first + 1));
  }
  return out;
}

/// Whether a list may hold names of buffers: those have to be made first.
bool may_be_table(const launch::value_text& v) {
  if (v.kind != launch::value_kind::list) return false;
  const auto items = items_of(v.body);
  return std::any_of(items.begin(), items.end(), [](const launch::word& w) { return starts_name(w.text[0]); });
}

/// Whether `name` stands in `text` as a word of its own.
bool names(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

bool points(const bound_parameter& p) { return p.type ? p.type->is_pointer() : p.variable->size == 8 && !p.variable->is_array; }

std::string name_and_type(const bound_parameter& p) { return "'" + p.name + "'" + (p.type && !p.type->spelling.empty() ? " (" + p.type->spelling + ")" : ""); }

} // namespace

/// Whether a tensor map, a texture or a list of the launch names `name`.
bool binder::is_spoken_of(const std::string& name, const state& s) const {
  return std::any_of(s.text.assignments.begin(), s.text.assignments.end(), [&](const launch::assignment& a) {
    const std::string& text = a.value.text;
    return (text.find(map_word) != std::string::npos || text.starts_with('[') || is_texture(text)) && names(text, name);
  });
}

/// Whether a reference names `name`.
bool binder::is_referred_to(const std::string& name) const {
  return std::any_of(context_.references.begin(), context_.references.end(), [&](const std::string& text) { return names(text, name); });
}

/// The type of a tensor that no parameter points to, where its value does not say one: the numbers that only a reference reads are those written.
std::optional<launch::value_type> binder::type_of_tensor(const slot& given, const state& s) const {
  if (given.value.kind != launch::value_kind::list || given.value.type || is_spoken_of(given.name.text, s)) return std::nullopt;
  launch::value_type out;
  out.spelling = "const double *", out.pointers = 1, out.element = tensor::dtype::f64;
  return out;
}

result<void> binder::make_buffer(const std::string& name, const std::optional<launch::value_type>& type, slot& given) {
  auto made = make_.make(name, type, given.value);
  if (!made) return tl::unexpected(made.error());
  given.buffer = static_cast<std::uint32_t>(request_.buffers.size());
  current_[name] = *given.buffer;
  request_.buffers.push_back(*std::move(made));
  return {};
}

/// The buffer of one value of a parameter, where it makes one.
result<void> binder::make_one(state& s, const bound_parameter& p, slot& given) {
  (void)s;
  if (given.value.kind == launch::value_kind::plain || given.value.kind == launch::value_kind::tensor_map || given.value.kind == launch::value_kind::texture) return {};
  std::optional<launch::value_type> type = p.type;
  if (!given.field.empty()) {
    type = field_type(p, given.field);
    if (type && !type->is_pointer()) return {}; // a list for a vector or an array member
  } else if (type && type->spelling.starts_with(triton_descriptor)) {
    type = std::nullopt; // the tensor is described, not pointed to
  } else if (!points(p)) {
    if (given.value.kind == launch::value_kind::list) return {};
    return tl::unexpected(given.value.whole.error("parameter " + name_and_type(p) + " is no pointer and takes a number"));
  }
  return make_buffer(given.field.empty() ? p.name : p.name + "." + given.field, type, given);
}

/// Addresses, tensor maps and textures in memory: `[A, B]`, `tensormap(..)` for a pointer, `texture(..)` for a handle. False where the list is one of numbers.
result<bool> binder::make_table(state& s, const std::string& name, slot& given) {
  const bool is_list = given.value.kind == launch::value_kind::list;
  const std::vector<launch::word> items = is_list ? items_of(given.value.body) : std::vector<launch::word>{given.value.whole};
  exec::buffer out;
  std::vector<exec::pointer_patch> pointers;
  out.name = name, out.type = tensor::dtype::u64, out.generator = given.value.whole.text;
  for (const launch::word& item : items) {
    const std::uint64_t at = out.data.size();
    if (given.value.kind == launch::value_kind::texture) {
      const auto placed = texture_in(given.value.body);
      if (!placed) return tl::unexpected(placed.error());
      const auto bytes = encode(placed->object);
      out.data.insert(out.data.end(), bytes.begin(), bytes.end());
      pointers.push_back({static_cast<std::uint32_t>(at) + exec::texture_address_offset, placed->tensor.buffer, placed->tensor.addend});
      continue;
    }
    if (item.text.starts_with(map_word) && item.text.ends_with(')')) {
      const auto placed = map_in(item.part(map_word.size(), item.text.size() - map_word.size() - 1));
      if (!placed) return tl::unexpected(placed.error());
      const auto bytes = encode(placed->map);
      out.data.insert(out.data.end(), bytes.begin(), bytes.end());
      pointers.push_back({static_cast<std::uint32_t>(at), placed->tensor.buffer, placed->tensor.addend});
      continue;
    }
    const auto to = alias(item);
    if (!to) return tl::unexpected(to.error());
    const bool is_null = item.text == "null" || item.text == "nullptr";
    if (!*to && !is_null) {
      if (pointers.empty()) return false;
      return tl::unexpected(item.error("'" + item.text + "' is no buffer", "a table of pointers lists buffers, tensormap(..) or null"));
    }
    out.data.resize(at + 8);
    if (*to) pointers.push_back({static_cast<std::uint32_t>(at), (*to)->buffer, (*to)->addend});
  }
  if (pointers.empty()) return false;
  out.shape = {out.data.size() / 8};
  given.buffer = static_cast<std::uint32_t>(request_.buffers.size());
  current_[name] = *given.buffer;
  request_.buffers.push_back(std::move(out));
  s.tables.push_back(exec::pointer_table(*given.buffer, std::move(pointers)));
  return true;
}

result<void> binder::make_buffers(state& s) {
  for (slot& given : s.tensors)
    if (const auto ok = make_buffer(given.name.text, type_of_tensor(given, s), given); !ok) return ok;
  for (const bool tables : {false, true})
    for (std::size_t i = 0; i < s.slots.size(); ++i)
      for (slot& given : s.slots[i]) {
        const bound_parameter& p = s.parameters[i];
        const auto type = given.field.empty() ? p.type : field_type(p, given.field);
        const bool pointer = given.field.empty() ? points(p) : type && type->is_pointer();
        const bool is_table = given.value.kind == launch::value_kind::texture || (pointer && (may_be_table(given.value) || given.value.kind == launch::value_kind::tensor_map));
        if (is_table != tables) continue;
        if (is_table) {
          const auto made = make_table(s, given.field.empty() ? p.name : p.name + "." + given.field, given);
          if (!made) return tl::unexpected(made.error());
          if (*made) continue;
        }
        if (const auto ok = make_one(s, p, given); !ok) return ok;
      }
  return {};
}

result<binder::placed_map> binder::map_in(const launch::word& inside) const {
  const auto text = read_map(inside);
  if (!text) return tl::unexpected(text.error());
  const auto tensor = alias(text->tensor);
  if (!tensor) return tl::unexpected(tensor.error());
  if (!*tensor) return tl::unexpected(text->tensor.error("'" + text->tensor.text + "' is no buffer", "give the tensor too: " + text->tensor.text + "=randn:64x64:f16"));
  const auto map = map_of(*text, request_.buffers[(*tensor)->buffer], dimensions_);
  if (!map) return tl::unexpected(map.error());
  if ((*tensor)->addend % 16 != 0) return tl::unexpected(text->tensor.error("a tensor map begins at a multiple of 16 bytes"));
  return placed_map{*map, **tensor};
}

result<binder::placed_texture> binder::texture_in(const launch::word& inside) const {
  const auto text = read_texture(inside);
  if (!text) return tl::unexpected(text.error());
  const auto tensor = alias(text->tensor);
  if (!tensor) return tl::unexpected(tensor.error());
  if (!*tensor) return tl::unexpected(text->tensor.error("'" + text->tensor.text + "' is no buffer", "give the tensor too: " + text->tensor.text + "=uniform(0,1):64x64:f32"));
  const auto object = texture_of(*text, request_.buffers[(*tensor)->buffer]);
  return object ? result<placed_texture>(placed_texture{*object, **tensor}) : tl::unexpected(object.error());
}

result<void> binder::place_map(const placed_map& placed, const launch::word& where, std::uint32_t offset, std::uint32_t room, exec::argument& out) const {
  if (room < exec::tensor_map_bytes) return tl::unexpected(where.error("there is no room for the 128 bytes of a tensor map"));
  const auto bytes = encode(placed.map);
  std::memcpy(out.bytes.data() + offset, bytes.data(), bytes.size());
  out.pointers.push_back({offset, placed.tensor.buffer, placed.tensor.addend});
  return {};
}

bool binder::bind_descriptor_part(state& s, std::size_t i) {
  const auto after = s.maps.lower_bound(i);
  if (after == s.maps.begin()) return false;
  const auto& [at, map] = *std::prev(after);
  const auto rank = static_cast<std::size_t>(map.rank);
  const std::size_t part = i - at - 1;
  if (part >= 2 * rank || !s.parameters[at].type || !s.parameters[at].type->spelling.starts_with(triton_descriptor)) return false;
  const std::size_t k = rank - 1 - part % rank; // maps count from the innermost dimension
  const std::uint64_t value = part < rank ? map.extents[k] : k == 0 ? 1 : map.strides[k - 1] / size_of(map.element);
  auto& bytes = s.out.arguments[i].bytes;
  std::memcpy(bytes.data(), &value, std::min(bytes.size(), sizeof value));
  return true;
}

} // namespace fpcheck::session
