#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tensor/memory.hpp>

#include "binder.hpp"

#include <cctype>
#include <cstring>

namespace fpcheck::session {
namespace {

using tensor::dtype;

/// More than this no buffer may have: a slip of the pen must not fill the memory.
constexpr std::uint64_t largest_buffer = std::uint64_t{1} << 36;

bool looks_like_expression(const std::string& text) {
  return text != "inf" && text != "nan" && text != "true" && text != "false" && !text.empty() &&
         (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_' || text[0] == '(' ||
          text.find_first_of("*/%") != std::string::npos);
}

std::string type_text(dtype type) {
  return std::string(tensor::name(type));
}

/// Whether a source type may hold other elements than its own: raw storage and vectors of it.
bool is_storage(const launch::value_type& type) {
  if (!type.element || type.lanes > 1 || type.pointers != 1) return true;
  return !tensor::is_real(*type.element);
}

bool is_random(launch::generator_kind kind) {
  using enum launch::generator_kind;
  return kind == randn || kind == uniform || kind == randint || kind == perm || kind == spiked || kind == adversarial;
}

} // namespace

result<std::vector<std::byte>> scalar_bytes(const launch::value_text& value, dtype type, const launch::dimensions& names) {
  std::vector<std::byte> out(tensor::size_of(type));
  if (value.type && *value.type != type && tensor::size_of(*value.type) != tensor::size_of(type))
    return tl::unexpected(
        value.whole.error("the value is " + type_text(*value.type) + ", but " + type_text(type) + " is wanted"));
  if (looks_like_expression(value.body.text)) {
    const auto number = names.evaluate(value.body);
    if (!number) return tl::unexpected(number.error());
    if (tensor::is_real(type) && value.body.text.find('/') != std::string::npos)
      return tl::unexpected(value.body.error(
          "a quotient of integers for a " + type_text(type) + " would lose its fraction", "write the number"));
    const auto code = tensor::parse_code(type, std::to_string(*number));
    if (!code) return tl::unexpected(value.body.error(code.error().message));
    tensor::store_code(type, out.data(), *code);
    return out;
  }
  const auto code = tensor::parse_code(value.type.value_or(type), value.body.text);
  if (!code) return tl::unexpected(value.body.error(code.error().message, code.error().hint));
  tensor::store_code(type, out.data(), *code);
  return out;
}

namespace {

/// The numbers of a list, whose rows may be lists as those of an array are in numpy: `[[0, 1], [2, 3]]` has the shape 2x2.
class list_reader {
public:
  list_reader(dtype type, const launch::dimensions& names) : type_(type), names_(names) {}

  result<void> read(const launch::word& list, std::size_t depth) {
    if (!list.text.ends_with(']')) return tl::unexpected(list.error("']' is missing at the end of the list"));
    if (depth == most_nested) return tl::unexpected(list.error("lists are nested at most " + std::to_string(most_nested) + " deep"));
    const launch::word inside = list.part(1, list.text.size() - 2);
    const bool empty = inside.text.find_first_not_of(" \t") == std::string::npos;
    const std::vector<launch::word> items = empty ? std::vector<launch::word>{} : launch::split_top_level(inside, ',');
    if (depth == extents.size()) extents.push_back(items.size());
    if (extents[depth] != items.size())
      return tl::unexpected(list.error("a row of " + std::to_string(items.size()) + " after one of " + std::to_string(extents[depth]), "all rows of a list have one length"));
    for (const launch::word& item : items)
      if (const auto ok = add(item, depth); !ok) return ok;
    return {};
  }

  tensor::shape extents;
  std::vector<std::byte> bytes;

private:
  static constexpr std::size_t most_nested = 8;

  result<void> add(launch::word item, std::size_t depth) {
    item = item.part(std::min(item.text.find_first_not_of(" \t"), item.text.size()));
    item.text.erase(item.text.find_last_not_of(" \t") + 1);
    const bool row = item.text.starts_with('[');
    if (row ? numbers_at_ <= depth : depth + 1 != extents.size() || numbers_at_ < depth)
      return tl::unexpected(item.error("rows and numbers stand side by side in the list", "write [[0, 1], [2, 3]]"));
    if (row) return read(item, depth + 1);
    numbers_at_ = depth;
    launch::value_text one;
    one.body = one.whole = item;
    const auto number = scalar_bytes(one, type_, names_);
    if (!number) return tl::unexpected(number.error());
    bytes.insert(bytes.end(), number->begin(), number->end());
    return {};
  }

  dtype type_;
  const launch::dimensions& names_;
  std::size_t numbers_at_ = most_nested; ///< how deep the numbers stand, once one was met
};

} // namespace

result<std::vector<std::byte>> list_bytes(const launch::value_text& value, dtype type, const launch::dimensions& names,
                                          tensor::shape& extents) {
  list_reader reader(type, names);
  if (const auto ok = reader.read(value.body, 0); !ok) return tl::unexpected(ok.error());
  extents = std::move(reader.extents);
  return std::move(reader.bytes);
}

result<dtype> buffer_maker::element_type(const std::string& name, const std::optional<launch::value_type>& type,
                                         const launch::value_text& value) const {
  const bool known = type && type->element && type->pointers == 1;
  if (!value.type) return known ? *type->element : dtype::f32;
  if (known && *type->element != *value.type && !is_storage(*type))
    return tl::unexpected(
        value.whole.error(name + " is " + type->spelling + ", but the value says " + type_text(*value.type),
                          "leave the type out, or write " + type_text(*type->element)));
  return *value.type;
}

result<tensor::array> buffer_maker::from_file(const std::string& name, const std::optional<dtype>& wanted,
                                              const launch::value_text& value) const {
  std::string path = value.body.text;
  const bool typed = value.body.where.file == launch::command_line_name; // then the working directory is meant
  if (!typed && !context_.directory.empty() && !path.starts_with('/')) path = context_.directory + '/' + path;
  const auto* given = find_given(context_.given, value.body.text);
  auto loaded = given != nullptr ? result<tensor::array>(*given) : tensor::load(path);
  if (!loaded) {
    diagnostic d = value.body.error(loaded.error().where.file + ": " + loaded.error().message, loaded.error().hint);
    return tl::unexpected(std::move(d));
  }
  if (!wanted) return loaded;
  const dtype found = loaded->type;
  auto converted = tensor::reinterpret(*std::move(loaded), *wanted);
  if (!converted)
    return tl::unexpected(
        value.body.error("the file holds " + type_text(found) + ", but " + name + " takes " + type_text(*wanted),
                         "convert it first; rounding it here would go unseen"));
  return converted;
}

result<tensor::array> buffer_maker::contents(const std::string& name, dtype type, const launch::value_text& value) const {
  tensor::shape extents;
  if (value.extents) {
    const auto read = names_.shape(*value.extents);
    if (!read) return tl::unexpected(read.error());
    extents = *read;
    const auto count = tensor::element_count(extents, tensor::size_of(type));
    if (!count || *count * tensor::size_of(type) > largest_buffer)
      return tl::unexpected(value.extents->error("a buffer of " + tensor::text(extents) + " " + type_text(type) +
                                                 " is larger than 64 GiB"));
    taken_ += *count * tensor::size_of(type);
    if (taken_ > tensor::spare_memory())
      return tl::unexpected(value.extents->error("with this buffer of " + tensor::text(extents) + " " + type_text(type) + " the case takes more than half of the memory here", "take smaller extents"));
  }
  if (value.kind == launch::value_kind::generated) return launch::generate(value.recipe, context_.seed, name, type, extents);
  if (value.kind == launch::value_kind::empty) return tensor::array(type, extents);
  tensor::shape written;
  auto bytes = list_bytes(value, type, names_, written);
  if (!bytes) return tl::unexpected(bytes.error());
  if (!value.extents) extents = written;
  if (tensor::element_count(extents) != tensor::element_count(written))
    return tl::unexpected(value.whole.error("the list has " + std::to_string(tensor::element_count(written).value_or(0)) + " elements, its shape " +
                                            tensor::text(extents) + " another number"));
  tensor::array out(type, extents);
  out.data = *std::move(bytes);
  return out;
}

namespace {

/// Zeros for a pointer to what is not const: what a kernel adds up in.
bool starts_from_zero(const std::optional<launch::value_type>& type, const launch::value_text& value) {
  return value.kind == launch::value_kind::generated && value.recipe.kind == launch::generator_kind::zeros && type && type->is_pointer() && !type->pointee_const;
}

} // namespace

result<exec::buffer> buffer_maker::make(const std::string& name, const std::optional<launch::value_type>& type,
                                  const launch::value_text& value) const {
  result<tensor::array> data;
  const auto element = element_type(name, type, value);
  if (!element) return tl::unexpected(element.error());
  if (value.kind == launch::value_kind::file) {
    const bool open = !value.type && !(type && type->element && !is_storage(*type));
    data = from_file(name, open ? std::optional<dtype>{} : *element, value);
  } else {
    data = contents(name, *element, value);
  }
  if (!data) return tl::unexpected(data.error());
  exec::buffer out;
  out.name = name;
  out.role = value.kind == launch::value_kind::empty ? exec::buffer_role::output
             : value.inout || starts_from_zero(type, value) ? exec::buffer_role::inout
                                                                    : exec::buffer_role::input;
  out.type = data->type;
  out.shape = std::move(data->shape);
  out.data = std::move(data->data);
  out.generator = value.whole.text;
  if (value.kind == launch::value_kind::generated && is_random(value.recipe.kind))
    out.generator += " seed " + std::to_string(context_.seed);
  return out;
}

result<std::vector<std::byte>> buffer_maker::bytes(const std::string& name, dtype fallback,
                                                   const launch::value_text& value) const {
  if (value.kind == launch::value_kind::plain) return scalar_bytes(value, value.type.value_or(fallback), names_);
  auto data = value.kind == launch::value_kind::file ? from_file(name, value.type, value)
                                             : contents(name, value.type.value_or(fallback), value);
  if (!data) return tl::unexpected(data.error());
  return std::move(data->data);
}

} // namespace fpcheck::session
