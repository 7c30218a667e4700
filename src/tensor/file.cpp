#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tensor/memory.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

namespace fpcheck::tensor {
namespace {

/// A file of the system, closed at the end.
struct descriptor {
  int number;
  explicit descriptor(int n) : number(n) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number >= 0) close(number);
  }
  explicit operator bool() const { return number >= 0; }
};

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

result<std::string> read_bytes(const std::string& path, std::uint64_t most) {
  // Opened without waiting: a pipe that nobody writes to would keep us for ever.
  const descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!file) return fail(errno == ENOENT || errno == ENOTDIR ? "no such file" : std::string("cannot be read: ") + std::strerror(errno), {path});
  struct stat about {};
  if (fstat(file.number, &about) != 0) return fail(std::string("cannot be read: ") + std::strerror(errno), {path});
  if (S_ISDIR(about.st_mode)) return fail("is a directory, not a file", {path});
  if (!S_ISREG(about.st_mode)) return fail("is a device, a pipe or a socket, not a file", {path}, "copy its contents to a file first");
  if (static_cast<std::uint64_t>(about.st_size) > most)
    return fail("is too long: " + std::to_string(about.st_size) + " bytes, and at most " + std::to_string(most) + " are read", {path});
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(about.st_size));
  // Files of the kernel say that they are empty, and a file may grow while it is read.
  for (std::string block(std::size_t{1} << 20, '\0');;) {
    const ssize_t got = read(file.number, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(std::string("cannot be read: ") + std::strerror(errno), {path});
    if (got == 0) return bytes;
    bytes.append(block, 0, static_cast<std::size_t>(got));
    if (bytes.size() > most) return fail("is too long: at most " + std::to_string(most) + " bytes are read", {path});
  }
}

namespace {

/// A file that is being written. What was there before stays if there is no room for what is to come; what was not there goes again.
class written_file {
public:
  written_file(const std::string& path, overwriting how) : path_(path), fresh_(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666)) {
    made_ = static_cast<bool>(fresh_);
    error_ = made_ ? 0 : errno;
    if (error_ != EEXIST || how == overwriting::refused) return;
    old_.emplace(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    error_ = *old_ ? 0 : errno;
  }
  /// Error: errno's number, 0 for none.
  int write(std::string_view bytes) {
    if (error_ != 0) return error_;
    const int file = made_ ? fresh_.number : old_->number;
    struct stat before {};
    if (fstat(file, &before) != 0) return errno;
    const bool regular = S_ISREG(before.st_mode);
    int error = regular && !bytes.empty() ? posix_fallocate(file, 0, static_cast<off_t>(bytes.size())) : 0;
    if (error == EOPNOTSUPP || error == EINVAL) error = 0; // some file systems cannot tell beforehand
    if (error == 0) error = put(file, bytes);
    if (error == 0 && regular && ftruncate(file, static_cast<off_t>(bytes.size())) != 0) error = errno;
    if (error != 0 && made_) unlink(path_.c_str());
    if (error != 0 && !made_ && regular && ftruncate(file, before.st_size) != 0) return errno;
    return error;
  }

private:
  static int put(int file, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::write(file, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return errno;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
  }

  const std::string& path_;
  descriptor fresh_;
  bool made_ = false;
  int error_ = 0; ///< of opening
  std::optional<descriptor> old_;
};

} // namespace

result<std::string> write_bytes(const std::string& path, std::string_view bytes, overwriting how) {
  const int error = written_file(path, how).write(bytes);
  if (error == 0) return path;
  return fail(error == EEXIST ? "is there already" : std::string("cannot be written: ") + std::strerror(error), {path});
}

result<array> load(const std::string& path) {
  const auto [file, key] = split_key(path);
  auto bytes = read_bytes(file, std::min(most_tensor_bytes, spare_memory()));
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

result<std::string> save(const std::string& path, const array& a, overwriting how) {
  if (!path.ends_with(".npy"))
    return fail("'" + path + "' does not end in .npy", {}, "tensors are written as .npy files");
  return write_bytes(path, format_npy(a), how);
}

} // namespace fpcheck::tensor
