#include "binder.hpp"
#include "names.hpp"
#include "triton_metadata.hpp"

#include <fpcheck/ptx/find_kernel.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace fpcheck::session {
namespace {

bool is_digits(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Whether the value makes a buffer when it stands for a pointer.
bool is_buffer(const launch::value_text& v) {
  return v.kind != launch::value_kind::plain && v.kind != launch::value_kind::tensor_map && v.kind != launch::value_kind::texture;
}

bool is_descriptor(const std::optional<launch::value_type>& type) { return type && type->spelling.starts_with(triton_descriptor); }

bool may_be_pointer(const bound_parameter& p) {
  return p.type ? p.type->is_pointer() : p.variable->size == 8 && !p.variable->is_array;
}

/// The layout of a struct parameter; without fields where it is not understood.
const launch::struct_layout& layout_of(const bound_parameter& p, const launch::source_signatures& signatures) {
  static const launch::struct_layout unknown;
  const auto found = p.type ? signatures.structs.find(p.type->structure) : signatures.structs.end();
  return found == signatures.structs.end() || !found->second.complete ? unknown : found->second;
}

/// The field called `name`; of an array member the first element stands for all: p.v=[1, 2, 3].
const launch::struct_field* find_field(const launch::struct_layout& layout, const std::string& name) {
  const auto found = std::find_if(layout.fields.begin(), layout.fields.end(),
                                  [&](const launch::struct_field& f) { return f.name == name || f.name == name + "[0]"; });
  return found == layout.fields.end() ? nullptr : &*found;
}

std::string describe(const bound_parameter& p) {
  std::string out = "'" + p.name + "'";
  if (p.type && !p.type->spelling.empty()) out += " (" + p.type->spelling + ")";
  return out;
}

} // namespace

result<exec::run_request> bind_arguments(const launch::case_text& text, const binding& context) {
  return binder(context).run(text);
}

result<exec::run_request> binder::run(const launch::case_text& text) {
  request_.seed = context_.seed;
  for (const launch::launch_text& l : text.launches)
    if (const auto ok = bind(l); !ok) return tl::unexpected(ok.error());
  return std::move(request_);
}

result<const ptx::function*> binder::select_kernel(const launch::word& name) const {
  std::string query;
  for (std::size_t i = 0; i < name.text.size(); ++i) { // "k<float,128>" is printed as "k<float, 128>"
    query += name.text[i];
    if (name.text[i] == ',' && i + 1 < name.text.size() && name.text[i + 1] != ' ') query += ' ';
  }
  const auto found = ptx::find_kernel(context_.module, query);
  if (found) return &context_.module.functions[*found];
  diagnostic d = name.line.empty() ? found.error() : name.error(found.error().message, found.error().hint);
  if (d.where.file.empty()) d.where.file = context_.module.file;
  return tl::unexpected(std::move(d));
}

result<void> binder::bind(const launch::launch_text& text) {
  const auto kernel = select_kernel(text.kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  current_.clear();
  const auto parameters = parameters_of(context_.module, **kernel, context_.signatures);
  if (!parameters) return tl::unexpected(parameters.error());
  state s{text, *parameters, std::vector<std::vector<slot>>(parameters->size()), {}, {}, {}, {}, {}};
  s.out.kernel = (*kernel)->name;
  if (const auto ok = sort_assignments(s); !ok) return ok;
  if (text.configuration.line.empty())
    return tl::unexpected(
        text.kernel.error("the launch of " + launch::demangle_kernel(s.out.kernel).display + " needs a grid and a block",
                          "add -l '<<<GRID, BLOCK>>>', or a // fpcheck: comment in the source"));
  if (const auto ok = read_configuration(text.configuration, dimensions_, **kernel, s.out); !ok) return ok;
  if (s.out.dynamic_shared == 0) s.out.dynamic_shared = triton_shared_bytes(context_.module.file).value_or(0);
  if (const auto ok = make_buffers(s); !ok) return ok;
  s.out.arguments.resize(s.parameters.size());
  for (std::size_t i = 0; i < s.parameters.size(); ++i)
    if (const auto ok = bind_parameter(s, i); !ok) return ok;
  for (const launch::assignment& a : s.symbols)
    if (const auto ok = bind_symbol(a, s); !ok) return ok;
  for (const launch::assignment& a : free_dimensions_)
    if (!dimensions_.used(a.name.text)) return tl::unexpected(unknown_name(a, s));
  s.out.arguments.insert(s.out.arguments.end(), s.tables.begin(), s.tables.end());
  request_.launches.push_back(std::move(s.out));
  for (const auto& [name, buffer] : current_) buffers_[name] = buffer;
  return {};
}

result<void> binder::sort_assignments(state& s) {
  // All dimensions first: `x=randn:N` may stand before `N=4`.
  for (const launch::assignment& a : s.text.assignments)
    if (is_identifier(a.name.text))
      if (const auto value = dimensions_.evaluate(a.value)) dimensions_.define(a.name.text, *value);
  for (const launch::assignment& a : s.text.assignments)
    if (const auto ok = sort_one(a, s); !ok) return ok;
  return {};
}

result<void> binder::sort_one(const launch::assignment& a, state& s) {
  if (a.name.text.starts_with("sym:")) {
    s.symbols.push_back(a);
    return {};
  }
  const std::size_t dot = a.name.text.find('.');
  const std::string base = a.name.text.substr(0, dot);
  std::size_t i = 0;
  while (i < s.parameters.size() && s.parameters[i].name != base) ++i;
  if (i == s.parameters.size() && is_digits(base) && base.size() < 5) i = std::min<std::size_t>(std::stoul(base), i);
  if (i == s.parameters.size()) {
    const bool referred = is_referred_to(base);
    if (dot == std::string::npos && is_identifier(base) && (referred || is_spoken_of(base, s))) {
      auto value = launch::parse_value(a.value);
      if (!value) return tl::unexpected(value.error());
      if (is_buffer(*value)) {
        s.tensors.push_back({a.name, "", *std::move(value), {}});
        return {};
      }
      if (referred && tensor::parse_code(tensor::dtype::f64, value->body.text)) return {}; // the reference reads it again
    }
    if (dot != std::string::npos || !dimensions_.find(base) || !is_identifier(base))
      return tl::unexpected(unknown_name(a, s));
    dimensions_.define(base,
                       *dimensions_.evaluate(a.value)); // seen above; a dimension is not used by being looked up here
    free_dimensions_.push_back(a);
    return {};
  }
  auto value = launch::parse_value(a.value);
  if (!value) return tl::unexpected(value.error());
  const std::string field = dot == std::string::npos ? "" : a.name.text.substr(dot + 1);
  for (const slot& earlier : s.slots[i])
    if (earlier.field == field) return tl::unexpected(a.name.error("'" + a.name.text + "' is given twice"));
  s.slots[i].push_back({a.name, field, *std::move(value), {}});
  return {};
}

diagnostic binder::unknown_name(const launch::assignment& a, const state& s) const {
  std::vector<std::string> names;
  std::string list;
  for (const bound_parameter& p : s.parameters) {
    names.push_back(p.name);
    list += (list.empty() ? "" : ", ") + p.name;
  }
  const std::string near = nearest_name(a.name.text, names);
  const std::string kernel = launch::demangle_kernel(s.out.kernel).display;
  const bool by_position = context_.signatures.kernels.empty() && !is_digits(a.name.text);
  std::string hint = near.empty() || is_digits(a.name.text) ? "it has: " + list : "did you mean '" + near + "'?";
  if (by_position) hint = "PTX holds no names: write 0=, 1=, ... or give the .cu";
  return a.name.error("'" + a.name.text + "' is neither a parameter of " + kernel + " nor a dimension that is used",
                      hint);
}

std::optional<launch::value_type> binder::field_type(const bound_parameter& p, const std::string& name) const {
  const launch::struct_field* const field = find_field(layout_of(p, context_.signatures), name);
  return field != nullptr ? std::optional(field->type) : std::nullopt;
}

result<void> binder::bind_parameter(state& s, std::size_t i) {
  const bound_parameter& p = s.parameters[i];
  exec::argument& out = s.out.arguments[i];
  out.bytes.assign(p.variable->size, std::byte{0});
  if (s.slots[i].empty()) return bind_missing(s, i);
  const slot& first = s.slots[i][0];
  if (first.field.empty() && ((first.value.kind == launch::value_kind::tensor_map && !may_be_pointer(p)) || (first.buffer && is_descriptor(p.type)))) {
    launch::word inside = first.value.body;
    if (first.buffer) inside = first.value.whole, inside.text = *words_of_descriptor(p.type->spelling, p.name);
    const auto placed = map_in(inside);
    if (!placed) return tl::unexpected(placed.error());
    s.maps[i] = placed->map;
    return place_map(*placed, first.value.whole, 0, static_cast<std::uint32_t>(p.variable->size), out);
  }
  const bool fields =
      std::any_of(s.slots[i].begin(), s.slots[i].end(), [](const slot& given) { return !given.field.empty(); });
  if (fields) return bind_fields(s, i);
  return place(s.slots[i][0], p.type, p.variable->is_array ? ptx::modifier::none : p.variable->type, 0,
               static_cast<std::uint32_t>(p.variable->size), out);
}

result<void> binder::bind_missing(state& s, std::size_t i) {
  const bound_parameter& p = s.parameters[i];
  if (p.type && p.type->spelling == triton_scratch) {
    const std::uint64_t bytes = p.name == "global_scratch" ? triton_scratch_bytes(context_.module.file) * s.out.grid.count() : 0;
    if (bytes == 0 || bytes > (std::uint64_t{1} << 30)) return {};
    s.out.arguments[i].pointers.push_back({0, static_cast<std::uint32_t>(request_.buffers.size()), 0});
    request_.buffers.push_back({p.name, exec::buffer_role::inout, tensor::dtype::u8, {bytes}, std::vector<std::byte>(bytes), "zeros"});
    return {};
  }
  if (bind_descriptor_part(s, i)) return {};
  if (p.variable->size == 1 && p.type && !p.type->is_pointer() && !p.type->element && layout_of(p, context_.signatures).fields.empty()) return {}; // an empty class: a function object
  const auto shared = buffers_.find(p.name);
  if (shared != buffers_.end() && may_be_pointer(p)) {
    s.out.arguments[i].pointers.push_back({0, shared->second, 0});
    return {};
  }
  if (!may_be_pointer(p) && dimensions_.find(p.name)) {
    slot given;
    given.value.body.text = given.value.whole.text = std::to_string(*dimensions_.find(p.name));
    return place(given, p.type, p.variable->is_array ? ptx::modifier::none : p.variable->type, 0,
                 static_cast<std::uint32_t>(p.variable->size), s.out.arguments[i]);
  }
  // A misspelt name looks like a dimension that nobody uses; it explains the missing value better.
  for (const launch::assignment& a : free_dimensions_)
    if (!dimensions_.used(a.name.text)) return tl::unexpected(unknown_name(a, s));
  const bool pointer = may_be_pointer(p);
  const launch::word& where = s.text.kernel.line.empty() ? s.text.configuration : s.text.kernel;
  const bool is_const = p.type && p.type->pointee_const;
  return tl::unexpected(
      where.error("parameter " + describe(p) + " has no value",
                  !pointer   ? "add " + p.name + "=4"
                  : is_const ? "add " + p.name + "=randn:SHAPE or " + p.name + "=@file.npy"
                             : "add " + p.name + "=empty:SHAPE for an output, or " + p.name + "=randn:SHAPE"));
}

result<void> binder::bind_fields(state& s, std::size_t i) {
  const bound_parameter& p = s.parameters[i];
  exec::argument& out = s.out.arguments[i];
  const auto room = static_cast<std::uint32_t>(p.variable->size);
  const launch::struct_layout& layout = layout_of(p, context_.signatures);
  std::vector<std::string> missing;
  for (const launch::struct_field& f : layout.fields) missing.push_back(f.name);
  for (const slot& given : s.slots[i]) {
    if (given.field.empty())
      return tl::unexpected(given.name.error("a struct is given whole or by its fields, not both"));
    const launch::struct_field* field = find_field(layout, given.field);
    if (field == nullptr) {
      if (is_digits(given.field) && given.field.size() < 6 && std::stoul(given.field) < room) {
        const auto at = static_cast<std::uint32_t>(std::stoul(given.field));
        if (const auto ok = place(given, std::nullopt, ptx::modifier::none, at, room - at, out); !ok) return ok;
        missing.clear();
        continue;
      }
      const std::string near = nearest_name(given.field, missing);
      return tl::unexpected(given.name.error("parameter " + describe(p) + " has no field '" + given.field + "'",
                                             !near.empty()           ? "did you mean '" + p.name + "." + near + "'?"
                                             : layout.fields.empty() ? "its struct is not understood: write " + p.name +
                                                                           ".OFFSET=VALUE:TYPE with a byte offset"
                                                                     : ""));
    }
    if (const auto ok = place(given, field->type, ptx::modifier::none, field->offset, room - field->offset, out); !ok)
      return ok;
    std::erase_if(missing,
                  [&](const std::string& name) { return name == given.field || name.starts_with(given.field + "["); });
  }
  if (missing.empty()) return {};
  return tl::unexpected(s.slots[i][0].name.error("field '" + missing[0] + "' of " + describe(p) + " has no value",
                                                 "add " + p.name + "." + missing[0] + "=..."));
}

result<void> binder::place(const slot& given, const std::optional<launch::value_type>& type, ptx::modifier ptx_type,
                           std::uint32_t offset, std::uint32_t room, exec::argument& out) {
  const bool pointer = type ? type->is_pointer() : false;
  if (given.buffer) {
    if (room < 8) return tl::unexpected(given.value.whole.error("there is no room for a pointer at this offset"));
    if (type && type->pointers > 1 && request_.buffers[*given.buffer].type != tensor::dtype::u64)
      return tl::unexpected(given.value.whole.error("'" + given.name.text + "' points to pointers", "write a list of buffers: " + given.name.text + "=[A, B] A=randn:.. B=randn:.."));
    out.pointers.push_back({offset, *given.buffer, 0});
    return {};
  }
  if (given.value.kind == launch::value_kind::tensor_map) {
    const auto placed = map_in(given.value.body);
    return placed ? place_map(*placed, given.value.whole, offset, room, out) : result<void>(tl::unexpected(placed.error()));
  }
  if (given.value.kind == launch::value_kind::plain && (pointer || (!type && room >= 8))) {
    const auto patch = alias(given.value.body);
    if (!patch) return tl::unexpected(patch.error());
    if (*patch) {
      out.pointers.push_back({offset, (*patch)->buffer, (*patch)->addend});
      return {};
    }
    const std::string& text = given.value.body.text;
    if (text == "null" || text == "nullptr" || (pointer && text == "0")) return {};
    if (pointer)
      return tl::unexpected(given.value.whole.error(
          "'" + text + "' is no buffer",
          "a pointer takes randn:SHAPE, empty:SHAPE, @file.npy, null or the name of another buffer"));
  }
  std::optional<tensor::dtype> element = type ? type->element : dtype_of(ptx_type);
  if (!type && given.value.type) element = given.value.type;
  // PTX integers have no sign: what is negative, or written as signed, is taken so.
  if (!type && element == tensor::dtype::u32 && given.value.body.text.starts_with('-')) element = tensor::dtype::i32;
  if (!type && element == tensor::dtype::u64 && given.value.body.text.starts_with('-')) element = tensor::dtype::i64;
  if (!element)
    return tl::unexpected(given.value.whole.error("the type of '" + given.name.text + "' is not known",
                                                  "write it: " + given.value.whole.text + ":f32"));
  tensor::shape extents;
  auto bytes = given.value.kind == launch::value_kind::list ? list_bytes(given.value, *element, dimensions_, extents)
                                                    : scalar_bytes(given.value, *element, dimensions_);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->size() > room || (type && type->lanes > 1 && tensor::element_count(extents).value_or(0) % type->lanes != 0))
    return tl::unexpected(given.value.whole.error("the value does not have the size of '" + given.name.text + "'",
                                                  type && type->lanes > 1 ? "write [x, y, ...]" : ""));
  std::memcpy(out.bytes.data() + offset, bytes->data(), bytes->size());
  return {};
}

result<std::optional<exec::pointer_patch>> binder::alias(const launch::word& text) const {
  std::size_t end = 0;
  while (end < text.text.size() && text.text[end] != '+' && text.text[end] != '-') ++end;
  std::string name = text.text.substr(0, end);
  name.erase(name.find_last_not_of(' ') + 1);
  // In `y=x x=empty:4` of a later launch, x is the buffer that an earlier one left.
  const auto& names = buffers_.contains(name) ? buffers_ : current_;
  const auto found = names.find(name);
  if (found == names.end()) return std::optional<exec::pointer_patch>{};
  std::int64_t elements = 0;
  if (end < text.text.size()) {
    const auto value = dimensions_.evaluate(text.part(end + (text.text[end] == '+' ? 1 : 0)));
    if (!value) return tl::unexpected(value.error());
    elements = *value;
  }
  const auto bytes = static_cast<std::int64_t>(tensor::size_of(request_.buffers[found->second].type));
  std::int64_t addend = 0;
  if (__builtin_mul_overflow(elements, bytes, &addend)) return tl::unexpected(text.error("the offset is too large"));
  return std::optional(exec::pointer_patch{0, found->second, addend});
}

result<void> binder::bind_symbol(const launch::assignment& a, state& s) {
  const std::string wanted = a.name.text.substr(4);
  std::vector<std::string> names;
  const ptx::variable* found = nullptr;
  for (const ptx::variable& v : context_.module.variables) {
    if (v.function != ptx::none || (v.space != ptx::state_space::global && v.space != ptx::state_space::constant))
      continue;
    const launch::demangled_kernel name = launch::demangle_kernel(v.name);
    names.push_back(name.base);
    if (v.name == wanted || name.display == wanted || (name.base == wanted && found == nullptr)) found = &v;
  }
  if (found == nullptr) {
    const std::string near = nearest_name(wanted, names);
    return tl::unexpected(a.name.error("there is no __constant__ or __device__ variable '" + wanted + "'",
                                       near.empty() ? "" : "did you mean 'sym:" + near + "'?"));
  }
  const auto value = launch::parse_value(a.value);
  if (!value) return tl::unexpected(value.error());
  const auto element = value->type ? value->type : dtype_of(found->type);
  if (!element && value->kind != launch::value_kind::file)
    return tl::unexpected(
        a.value.error("the element type of '" + wanted + "' is not known", "write it: " + a.value.text + ":f32"));
  auto bytes = make_.bytes(wanted, element.value_or(tensor::dtype::u8), *value);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->size() > found->size)
    return tl::unexpected(a.value.error("the value has " + std::to_string(bytes->size()) + " bytes, but '" + wanted +
                                        "' only " + std::to_string(found->size)));
  s.out.symbols.push_back({found->name, *std::move(bytes)});
  return {};
}

} // namespace fpcheck::session
