#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace fpcheck::tensor {
namespace {

struct row {
  std::string_view name, aliases;
  std::size_t bytes;
  dtype_class kind;
  std::string_view npy, safetensors;
};

constexpr row rows[] = {
#define FPCHECK_DTYPE(name, text, aliases, bytes, kind, npy, safetensors)                                              \
  {text, aliases, bytes, dtype_class::kind, npy, safetensors},
#include <fpcheck/tensor/dtype.def>
#undef FPCHECK_DTYPE
};

const row& row_of(dtype type) {
  return rows[static_cast<std::size_t>(type)];
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) out.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

} // namespace

const std::vector<dtype>& all_dtypes() {
  static const std::vector<dtype> all = [] {
    std::vector<dtype> out;
    for (std::size_t i = 0; i < std::size(rows); ++i) out.push_back(static_cast<dtype>(i));
    return out;
  }();
  return all;
}

std::string_view name(dtype type) {
  return row_of(type).name;
}
std::size_t size_of(dtype type) {
  return row_of(type).bytes;
}
dtype_class class_of(dtype type) {
  return row_of(type).kind;
}
std::string_view npy_name(dtype type) {
  return row_of(type).npy;
}
std::string_view safetensors_name(dtype type) {
  return row_of(type).safetensors;
}

std::optional<dtype> find_dtype(std::string_view text) {
  const std::string wanted = lower(text);
  for (const dtype type : all_dtypes()) {
    const row& r = row_of(type);
    if (wanted == r.name || (!r.safetensors.empty() && wanted == lower(r.safetensors))) return type;
    for (const std::string& alias : words(r.aliases))
      if (wanted == alias) return type;
  }
  return std::nullopt;
}

result<dtype> parse_dtype(std::string_view text) {
  if (const auto found = find_dtype(text)) return *found;
  std::vector<std::string> names;
  for (const row& r : rows) {
    names.emplace_back(r.name);
    for (std::string& alias : words(r.aliases)) names.push_back(std::move(alias));
  }
  const std::string wanted = lower(text);
  const auto longer = std::find_if(names.begin(), names.end(),
                                   [&](const std::string& n) { return wanted.size() > 2 && n.starts_with(wanted); });
  const std::string near = longer != names.end() ? *longer : nearest_name(wanted, names);
  return fail("unknown element type '" + std::string(text) + "'", {},
              near.empty() ? "known types: f64 f32 f16 bf16 e4m3fn e5m2 i64 i32 i16 i8 u64 u32 u16 u8 bool"
                           : "did you mean '" + near + "'?");
}

} // namespace fpcheck::tensor
