#include "triton_metadata.hpp"

#include <fpcheck/tensor/file.hpp>

#include <charconv>
#include <filesystem>
#include <utility>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_beside(const std::string& path, const char* extension) {
  if (!path.ends_with(".ptx")) return std::nullopt;
  auto text = tensor::read_bytes(fs::path(path).replace_extension(extension).string(), tensor::most_text_bytes);
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

/// `f32`, `i64`, `f8E4M3FN` ...; nothing for what no tensor holds.
std::optional<tensor::dtype> element_of(std::string_view type) {
  using tensor::dtype;
  static constexpr std::pair<std::string_view, dtype> types[] = {
      {"f64", dtype::f64}, {"f32", dtype::f32}, {"f16", dtype::f16}, {"bf16", dtype::bf16}, {"f8E4M3FN", dtype::e4m3fn}, {"f8E5M2", dtype::e5m2},
      {"i64", dtype::i64}, {"i32", dtype::i32}, {"i16", dtype::i16}, {"i8", dtype::i8}};
  for (const auto& [name, type_of_name] : types)
    if (name == type) return type_of_name;
  return std::nullopt;
}

/// `!tt.ptr<f32>`, `!tt.ptr<f32, 1>` or `i32`.
launch::value_type type_of(std::string_view text) {
  launch::value_type out;
  out.spelling = std::string(text);
  constexpr std::string_view pointer = "!tt.ptr<";
  if (text.starts_with(pointer)) {
    out.pointers = 1;
    text.remove_prefix(pointer.size());
    text = text.substr(0, text.find_first_of(",>"));
  }
  out.element = element_of(text);
  return out;
}

/// The text of a bracket's inside from `at` on, up to what closes it, in parts at its commas.
std::vector<std::string_view> parts_of(std::string_view text, std::size_t at) {
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t first = at;
  for (std::size_t k = at; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '(' || c == '{' || c == '<' || c == '[') ++depth;
    const bool closes = c == ')' || c == '}' || c == '>' || c == ']';
    if ((c == ',' && depth == 0) || (closes && depth == 0)) {
      if (k > first) out.push_back(text.substr(first, k - first));
      first = k + 1;
      if (closes) return out;
    }
    if (closes) --depth;
  }
  return {};
}

} // namespace

launch::source_signatures triton_signatures(const std::string& ptx_path) {
  launch::source_signatures out;
  const auto text = read_beside(ptx_path, ".ttir");
  if (!text) return out;
  constexpr std::string_view head = "tt.func public @";
  for (std::size_t at = text->find(head); at != std::string::npos; at = text->find(head, at + 1)) {
    const std::size_t open = text->find('(', at);
    if (open == std::string::npos) break;
    launch::kernel_signature k;
    k.name = text->substr(at + head.size(), open - at - head.size());
    k.where.file = fs::path(ptx_path).replace_extension(".ttir").string();
    bool plain = true;
    for (std::string_view p : parts_of(*text, open + 1)) {
      const std::size_t name = p.find('%'), colon = p.find(": ");
      plain = plain && name != std::string_view::npos && colon != std::string_view::npos && p.find("tensordesc") == std::string_view::npos;
      if (!plain) break;
      const std::string_view type = p.substr(colon + 2);
      k.parameters.push_back({std::string(p.substr(name + 1, colon - name - 1)), type_of(type.substr(0, type.starts_with('!') ? type.find('>') + 1 : type.find(' ')))});
    }
    launch::value_type scratch;
    scratch.spelling = std::string(triton_scratch), scratch.pointers = 1;
    for (const char* name : {"global_scratch", "profile_scratch"}) k.parameters.push_back({name, scratch});
    if (plain) out.kernels.push_back(std::move(k));
  }
  return out;
}

std::optional<std::uint32_t> triton_shared_bytes(const std::string& ptx_path) {
  const auto text = read_beside(ptx_path, ".json");
  if (!text || text->find("\"triton_version\"") == std::string::npos) return std::nullopt;
  std::size_t at = text->find("\"shared\"");
  if (at == std::string::npos) return std::nullopt;
  at = text->find_first_not_of(" \t\r\n:", at + 8);
  std::uint32_t bytes = 0;
  if (at == std::string::npos || std::from_chars(text->data() + at, text->data() + text->size(), bytes).ec != std::errc{}) return std::nullopt;
  return bytes;
}

} // namespace fpcheck::session
