#include <fpcheck/tensor/file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace fpcheck::tensor {
namespace {

using nlohmann::json;
constexpr std::uint64_t largest_header = 100'000'000;

/// One tensor's entry in the header.
struct entry {
  std::string key, dtype;
  tensor::shape shape;
  std::uint64_t begin = 0, end = 0;
};

std::optional<std::vector<std::uint64_t>> natural_numbers(const json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::uint64_t> out;
  for (const json& item : list) {
    if (!item.is_number_unsigned()) return std::nullopt;
    out.push_back(item.get<std::uint64_t>());
  }
  return out;
}

std::optional<entry> read_entry(const std::string& key, const json& value) {
  if (!value.is_object() || !value.contains("dtype") || !value.contains("shape") || !value.contains("data_offsets"))
    return std::nullopt;
  const auto extents = natural_numbers(value["shape"]);
  const auto offsets = natural_numbers(value["data_offsets"]);
  if (!value["dtype"].is_string() || !extents || !offsets || offsets->size() != 2) return std::nullopt;
  return entry{key, value["dtype"].get<std::string>(), *extents, (*offsets)[0], (*offsets)[1]};
}

result<array> read_tensor(const entry& e, std::string_view body, const std::string& name) {
  const auto bad = [&](const std::string& why) { return fail("tensor '" + printable(e.key) + "' " + why, {name}); };
  std::optional<dtype> type;
  for (const dtype t : all_dtypes())
    if (!safetensors_name(t).empty() && safetensors_name(t) == e.dtype) type = t;
  if (!type) return bad("has elements of type '" + printable(e.dtype) + "', which cannot be used");
  if (e.begin > e.end || e.end > body.size()) return bad("lies outside the file's data");
  const auto count = element_count(e.shape, size_of(*type));
  if (!count || *count * size_of(*type) != e.end - e.begin)
    return bad("of shape " + text(e.shape) + " does not fit its " + std::to_string(e.end - e.begin) + " bytes");
  array out(*type, e.shape);
  if (!out.data.empty()) std::memcpy(out.data.data(), body.data() + e.begin, out.data.size());
  return out;
}

/// Whether the entries tile the data without holes or overlaps, as the format demands.
bool tiles(std::vector<entry> entries, std::uint64_t size) {
  std::sort(entries.begin(), entries.end(),
            [](const entry& a, const entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::uint64_t at = 0;
  for (const entry& e : entries) {
    if (e.begin != at) return false;
    at = e.end;
  }
  return at == size;
}

/// Parses the header and refuses names that occur twice, of which a plain parse would keep one.
std::optional<json> parse_header(std::string_view text) {
  std::vector<std::string> names;
  const auto collect = [&](int depth, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::key && depth == 1) names.push_back(parsed.get<std::string>());
    return true;
  };
  json header = json::parse(text, collect, false);
  std::sort(names.begin(), names.end());
  const bool repeated = std::adjacent_find(names.begin(), names.end()) != names.end();
  if (header.is_discarded() || !header.is_object() || repeated) return std::nullopt;
  return header;
}

} // namespace

result<archive> parse_safetensors(std::string_view bytes, const std::string& name) {
  const auto malformed = [&](const std::string& why) { return fail("not a valid .safetensors file: " + why, {name}); };
  if (bytes.size() < 8) return malformed("it ends in the header's length");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  if (length > largest_header || length > bytes.size() - 8) return malformed("its header is longer than the file");
  const auto header = parse_header(bytes.substr(8, length));
  if (!header) return malformed("its header is not a JSON object with each name once");
  const std::string_view body = bytes.substr(8 + length);
  std::vector<entry> entries;
  for (const auto& [key, value] : header->items()) {
    if (key == "__metadata__") continue;
    const auto e = read_entry(key, value);
    if (!e) return malformed("the entry '" + printable(key) + "' lacks dtype, shape or data_offsets");
    entries.push_back(*e);
  }
  archive out;
  for (const entry& e : entries) {
    auto a = read_tensor(e, body, name);
    if (!a) return tl::unexpected(a.error());
    out.emplace(e.key, *std::move(a));
  }
  if (!tiles(entries, body.size())) return malformed("its tensors overlap or leave holes");
  return out;
}

result<std::string> format_safetensors(const archive& tensors) {
  json header = json::object();
  std::string body;
  for (const auto& [key, a] : tensors) {
    const std::string_view type = safetensors_name(a.type);
    if (type.empty()) return fail("tensor '" + key + "': .safetensors has no name for " + std::string(name(a.type)));
    const std::uint64_t begin = body.size();
    if (!a.data.empty()) body.append(reinterpret_cast<const char*>(a.data.data()), a.data.size());
    header[key] = {{"dtype", type}, {"shape", a.shape}, {"data_offsets", {begin, body.size()}}};
  }
  std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t length = text.size();
  std::string out(reinterpret_cast<const char*>(&length), 8);
  return out + text + body;
}

} // namespace fpcheck::tensor
