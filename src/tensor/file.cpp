#include <fpcheck/tensor/file.hpp>

#include <filesystem>
#include <fstream>

namespace fpcheck::tensor {
namespace {

std::string keys_of(const archive& tensors) {
  std::string out;
  std::size_t shown = 0;
  for (const auto& [key, a] : tensors) {
    if (++shown > 12) return out + " ...";
    out += (out.empty() ? "" : ", ") + printable(key);
  }
  return out;
}

result<array> select(archive tensors, const std::string& key, const std::string& name) {
  if (key.empty()) {
    if (tensors.size() == 1) return std::move(tensors.begin()->second);
    return fail("the file holds " + std::to_string(tensors.size()) + " tensors, name one as FILE#KEY", {name},
                "it has: " + keys_of(tensors));
  }
  const auto found = tensors.find(key);
  if (found != tensors.end()) return std::move(found->second);
  std::vector<std::string> names;
  for (const auto& [k, a] : tensors) names.push_back(k);
  const std::string near = nearest_name(key, names);
  return fail("there is no tensor '" + printable(key) + "' in the file", {name},
              near.empty() ? "it has: " + keys_of(tensors) : "did you mean '" + printable(near) + "'?");
}

/// Splits "m.safetensors#key"; a file whose own name holds the # is taken whole.
std::pair<std::string, std::string> split_key(const std::string& path) {
  const std::size_t hash = path.rfind('#');
  std::error_code ignored;
  if (hash == std::string::npos || std::filesystem::exists(path, ignored)) return {path, ""};
  return {path.substr(0, hash), path.substr(hash + 1)};
}

} // namespace

result<std::string> read_bytes(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("is a directory, not a file", {path});
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(std::filesystem::exists(path, error) ? "cannot be read" : "no such file", {path});
  std::string bytes, block(std::size_t{1} << 20, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0)
    bytes.append(block, 0, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return fail("cannot be read", {path});
  return bytes;
}

result<std::string> write_bytes(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return fail("cannot be written", {path});
  return path;
}

result<array> load(const std::string& path) {
  const auto [file, key] = split_key(path);
  auto bytes = read_bytes(file);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->starts_with("PK")) {
    auto tensors = parse_npz(*bytes, file);
    if (!tensors) return tl::unexpected(tensors.error());
    return select(*std::move(tensors), key, file);
  }
  if (bytes->starts_with("\x93NUMPY") || file.ends_with(".npy")) {
    if (!key.empty()) return fail("a .npy file holds one tensor and has no keys", {file});
    return parse_npy(*bytes, file);
  }
  if (file.ends_with(".safetensors") || (bytes->size() > 8 && (*bytes)[8] == '{')) {
    auto tensors = parse_safetensors(*bytes, file);
    if (!tensors) return tl::unexpected(tensors.error());
    return select(*std::move(tensors), key, file);
  }
  return fail("not a tensor file", {file}, ".npy, .npz and .safetensors files can be read");
}

result<std::string> save(const std::string& path, const array& a) {
  if (!path.ends_with(".npy"))
    return fail("'" + path + "' does not end in .npy", {}, "tensors are written as .npy files");
  return write_bytes(path, format_npy(a));
}

} // namespace fpcheck::tensor
