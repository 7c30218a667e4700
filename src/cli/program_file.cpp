#include "program_file.hpp"

#include <fpcheck/tensor/file.hpp>

#include <elf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace fpcheck::cli {
namespace {

constexpr std::uint64_t most_program_bytes = std::uint64_t{4} << 30;

/// An ELF file whose every access is inside it.
class elf_file {
public:
  explicit elf_file(std::string_view bytes) : bytes_(bytes) {
    const auto head = at<Elf64_Ehdr>(0);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_shentsize != sizeof(Elf64_Shdr)) return;
    for (std::uint64_t k = 0; k < head->e_shnum; ++k)
      if (const auto s = at<Elf64_Shdr>(head->e_shoff + k * sizeof(Elf64_Shdr))) sections_.push_back(*s);
    if (head->e_shstrndx < sections_.size()) names_ = sections_[head->e_shstrndx].sh_offset;
  }
  bool has_section(std::string_view name) const {
    for (const Elf64_Shdr& s : sections_)
      if (text(names_ + s.sh_name) == name) return true;
    return false;
  }
  /// The libraries that the loader looks for.
  std::vector<std::string> needed() const {
    std::vector<std::string> out;
    for (const Elf64_Shdr& s : sections_) {
      if (s.sh_type != SHT_DYNAMIC || s.sh_link >= sections_.size()) continue;
      for (std::uint64_t k = 0; k < s.sh_size / sizeof(Elf64_Dyn); ++k) {
        const auto d = at<Elf64_Dyn>(s.sh_offset + k * sizeof(Elf64_Dyn));
        if (d && d->d_tag == DT_NEEDED) out.push_back(text(sections_[s.sh_link].sh_offset + d->d_un.d_val));
      }
    }
    return out;
  }

private:
  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T out;
    std::memcpy(&out, bytes_.data() + offset, sizeof out);
    return out;
  }
  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const std::string_view rest = bytes_.substr(offset, 256);
    return std::string(rest.substr(0, rest.find('\0')));
  }
  std::string_view bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::uint64_t names_ = 0;
};

} // namespace

result<program_file> inspect_program(const std::string& path) {
  const auto bytes = tensor::read_bytes(path, most_program_bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const elf_file elf(*bytes);
  program_file out;
  for (const std::string& library : elf.needed())
    if (library.starts_with("libcudart.so")) out.library = library, out.link = library == "libcudart.so.13" ? runtime_link::shared : runtime_link::other_version;
  if (out.library.empty() && elf.has_section(".nv_fatbin")) out.link = runtime_link::built_in;
  return out;
}

result<std::string> find_program(const std::string& name) {
  const auto runs = [](const std::filesystem::path& p) {
    std::error_code error;
    return std::filesystem::is_regular_file(p, error) && access(p.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    if (runs(name)) return name;
    return fail("no program of this name can be executed", {name});
  }
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "" : path;
  for (std::size_t at = 0; at <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    const std::filesystem::path p = std::filesystem::path(folders.substr(at, end - at)) / name;
    if (end != at && runs(p)) return p.string();
    at = end + 1;
  }
  return fail("no program of this name is in PATH", {name}, runs(name) ? "./" + name + " is here" : "");
}

} // namespace fpcheck::cli
