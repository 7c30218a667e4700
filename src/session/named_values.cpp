#include "binder.hpp"
#include "names.hpp"

#include <algorithm>
#include <cctype>

namespace fpcheck::session {
namespace {

/// The parts of "NxC" where they are as many as the shape has extents.
std::vector<std::string> extent_names(const launch::value_text& value, std::size_t rank) {
  std::vector<std::string> out;
  if (!value.extents) return out;
  const std::string& text = value.extents->text;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('x', at), text.size());
    const std::string part = text.substr(at, end - at);
    out.push_back(is_identifier(part) ? part : "");
    at = end + 1;
  }
  if (out.size() != rank) out.clear();
  return out;
}

result<void> read_number(const launch::assignment& a, const launch::value_text& value, const launch::dimensions& names, named_values& out) {
  const std::string& text = value.body.text;
  if (const auto integer = names.evaluate(value.body)) {
    out.dimensions[a.name.text] = *integer;
    out.scalars[a.name.text] = std::to_string(*integer);
    return {};
  }
  const auto code = tensor::parse_code(tensor::dtype::f64, text);
  if (!code)
    return tl::unexpected(
        value.whole.error(code.error().message, "write a number, randn:4x128, [1, 2, 3] or @file.npy"));
  out.scalars[a.name.text] = text;
  return {};
}

} // namespace

result<named_values> read_values(const std::vector<launch::assignment>& words, const std::string& directory, std::uint64_t seed,
                                 named_kinds kinds) {
  named_values out;
  launch::dimensions names;
  for (const launch::assignment& a : words)
    if (is_identifier(a.name.text))
      if (const auto value = names.evaluate(a.value)) names.define(a.name.text, *value);
  const ptx::module no_module;
  const launch::source_signatures no_source;
  const binding context{no_module, no_source, directory, seed};
  const buffer_maker make(context, names);
  for (const launch::assignment& a : words) {
    if (!is_identifier(a.name.text)) {
      if (kinds == named_kinds::numbers) continue;
      return tl::unexpected(a.name.error("'" + a.name.text + "' is no name"));
    }
    const auto value = launch::parse_value(a.value);
    if (!value) return tl::unexpected(value.error());
    if (value->kind == launch::value_kind::plain) {
      const auto ok = read_number(a, *value, names, out);
      if (!ok && kinds == named_kinds::all) return tl::unexpected(ok.error());
      continue;
    }
    if (kinds == named_kinds::numbers) continue;
    auto made = make.make(a.name.text, std::nullopt, *value);
    if (!made) return tl::unexpected(made.error());
    if (auto parts = extent_names(*value, made->shape.size()); !parts.empty())
      out.extents[a.name.text] = std::move(parts);
    out.buffers.push_back(*std::move(made));
  }
  return out;
}

} // namespace fpcheck::session
