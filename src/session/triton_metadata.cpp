#include "triton_metadata.hpp"

#include "tensor_maps.hpp"

#include <fpcheck/tensor/file.hpp>

#include <charconv>
#include <filesystem>
#include <utility>
#include <vector>

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

/// How the launcher makes the tensor map of a descriptor.
struct descriptor_meta {
  std::string block; ///< "32x64"
  int swizzle = -1;  ///< as the driver counts them
};

/// The number that follows `at`; -1 where there is none.
int number_at(std::string_view text, std::size_t at) {
  at = text.find_first_not_of(" \t\r\n:[,", at);
  int out = -1;
  if (at != std::string_view::npos) std::from_chars(text.data() + at, text.data() + text.size(), out);
  return out;
}

/// "tensordesc_meta" of NAME.json beside NAME.ptx.
std::vector<descriptor_meta> descriptors_beside(const std::string& ptx_path) {
  std::vector<descriptor_meta> out;
  const auto text = read_beside(ptx_path, ".json");
  const std::size_t from = text ? text->find("\"tensordesc_meta\"") : std::string::npos;
  if (from == std::string::npos) return out;
  constexpr std::string_view block = "\"block_size\"", swizzle = "\"swizzle\"";
  for (std::size_t at = text->find(block, from); at != std::string::npos; at = text->find(block, at + 1)) {
    const std::size_t end = text->find(']', at), how = text->find(swizzle, at);
    if (end == std::string::npos || how == std::string::npos) break;
    descriptor_meta d;
    for (std::size_t k = at + block.size(); k < end; k = text->find(',', k + 1)) d.block += (d.block.empty() ? "" : "x") + std::to_string(number_at(*text, k));
    d.swizzle = number_at(*text, how + swizzle.size());
    out.push_back(std::move(d));
  }
  return out;
}

/// `!tt.tensordesc<tensor<32x64xf16>>`: 128 bytes, spelt as the words of its tensor map.
launch::value_type descriptor_type(std::string_view text, const descriptor_meta* meta) {
  launch::value_type out;
  out.element = tensor::dtype::u64, out.lanes = 16, out.alignment = 64;
  const std::size_t first = text.find("tensor<", text.find('<')), last = text.rfind('x');
  std::string block = first == std::string_view::npos || last == std::string_view::npos || last < first + 7 ? "" : std::string(text.substr(first + 7, last - first - 7));
  if (meta != nullptr && !meta->block.empty()) block = meta->block;
  out.spelling = std::string(triton_descriptor) + block;
  if (meta != nullptr && meta->swizzle > 0 && meta->swizzle < 4) out.spelling += ", swizzle " + std::to_string(16 << meta->swizzle);
  return out;
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
  const std::vector<descriptor_meta> metas = descriptors_beside(ptx_path);
  constexpr std::string_view head = "tt.func public @";
  for (std::size_t at = text->find(head); at != std::string::npos; at = text->find(head, at + 1)) {
    const std::size_t open = text->find('(', at);
    if (open == std::string::npos) break;
    launch::kernel_signature k;
    k.name = text->substr(at + head.size(), open - at - head.size());
    k.where.file = fs::path(ptx_path).replace_extension(".ttir").string();
    bool plain = true;
    std::size_t descriptor = 0;
    for (std::string_view p : parts_of(*text, open + 1)) {
      const std::size_t name = p.find('%'), colon = p.find(": ");
      plain = plain && name != std::string_view::npos && colon != std::string_view::npos;
      if (!plain) break;
      const std::string_view type = p.substr(colon + 2);
      if (type.starts_with("!tt.tensordesc<")) {
        k.parameters.push_back({std::string(p.substr(name + 1, colon - name - 1)), descriptor_type(type.substr(0, type.find(">>")), descriptor < metas.size() ? &metas[descriptor] : nullptr)});
        ++descriptor;
        continue;
      }
      k.parameters.push_back({std::string(p.substr(name + 1, colon - name - 1)), type_of(type.substr(0, type.starts_with('!') ? type.find('>') + 1 : type.find(' ')))});
    }
    launch::value_type scratch;
    scratch.spelling = std::string(triton_scratch), scratch.pointers = 1;
    for (const char* name : {"global_scratch", "profile_scratch"}) k.parameters.push_back({name, scratch});
    if (plain) out.kernels.push_back(std::move(k));
  }
  return out;
}

namespace {

/// A number of NAME.json beside NAME.ptx, if Triton wrote it.
std::optional<std::uint32_t> number_beside(const std::string& ptx_path, std::string_view key) {
  const auto text = read_beside(ptx_path, ".json");
  if (!text || text->find("\"triton_version\"") == std::string::npos) return std::nullopt;
  const std::size_t at = text->find('"' + std::string(key) + '"');
  const int out = at == std::string::npos ? -1 : number_at(*text, at + key.size() + 2);
  return out < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(out));
}

} // namespace

std::optional<std::uint32_t> triton_shared_bytes(const std::string& ptx_path) { return number_beside(ptx_path, "shared"); }

std::uint64_t triton_scratch_bytes(const std::string& ptx_path) { return number_beside(ptx_path, "global_scratch_size").value_or(0); }

} // namespace fpcheck::session
