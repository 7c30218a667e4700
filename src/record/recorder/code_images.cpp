#include "code_images.hpp"

#include <fpcheck/record/fat_binary.hpp>

#include <algorithm>
#include <cstring>
#include <span>

namespace fpcheck::record {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1, fat_magic = 0xba55ed50, elf_magic = 0x464c457f;
constexpr std::uint32_t newest_sm = 90;

template <class T>
T at(const std::byte* p, std::size_t offset) {
  T out;
  std::memcpy(&out, p + offset, sizeof out);
  return out;
}

/// The bytes of machine code, as the tables of its ELF header end.
std::size_t elf_bytes(const std::byte* p) {
  const auto programs = at<std::uint64_t>(p, 32), sections = at<std::uint64_t>(p, 40);
  return std::max(programs + std::size_t{at<std::uint16_t>(p, 54)} * at<std::uint16_t>(p, 56), sections + std::size_t{at<std::uint16_t>(p, 58)} * at<std::uint16_t>(p, 60));
}

bytes bytes_of(std::string_view text) {
  const auto b = std::as_bytes(std::span(text));
  return {b.begin(), b.end()};
}

std::vector<bytes> ptx_of_fat_binary(const std::byte* p) {
  std::vector<bytes> out;
  auto held = read_fat_binary({p, fat_binary_size(p)});
  if (!held) return out;
  for (const embedded_ptx& e : best_ptx(std::move(held->ptx), newest_sm)) out.push_back(bytes_of(e.text));
  return out;
}

} // namespace

/// What `given` points to may be PTX, a fat binary with or without its wrapper, or machine code.
void code_images::loaded(const void* handle, const void* given) {
  const auto* p = static_cast<const std::byte*>(given);
  if (p == nullptr) return;
  if (at<std::uint32_t>(p, 0) == wrapper_magic) p = at<const std::byte*>(p, 8);
  loaded_code own;
  const auto magic = at<std::uint32_t>(p, 0);
  if (magic == fat_magic) own.ptx = ptx_of_fat_binary(p);
  else if (magic != elf_magic) own.ptx.push_back(bytes_of(reinterpret_cast<const char*>(p)));
  else if (auto kept = index_.find({p, elf_bytes(p)})) {
    own.ptx.push_back(std::move(kept->ptx));
    own.companions = std::move(kept->companions);
  }
  all_[handle] = std::move(own);
}

void code_images::loaded_file(const void* handle, const std::filesystem::path& file) {
  if (auto kept = code_beside(file)) {
    all_[handle] = {{std::move(kept->ptx)}, std::move(kept->companions)};
    return;
  }
  auto own = read_file(file);
  if (!own || own->size() < 64) return; // no header of any kind
  own->push_back(std::byte{0});         // PTX ends in one
  loaded(handle, own->data());
}

const loaded_code* code_images::of(const driver& d, CUfunction f) const {
  const auto known = [&](const void* handle) {
    const auto it = all_.find(handle);
    return it == all_.end() ? nullptr : &it->second;
  };
  CUmodule module = nullptr;
  if (d.module_of_function != nullptr && d.module_of_function(&module, f) == CUDA_SUCCESS)
    if (const loaded_code* const c = known(module)) return c;
  CUlibrary library = nullptr;
  if (d.library_of_kernel != nullptr && d.library_of_kernel(&library, reinterpret_cast<CUkernel>(f)) == CUDA_SUCCESS) return known(library);
  return nullptr;
}

std::vector<bytes> code_images::everything() const {
  std::vector<bytes> out;
  for (const auto& [handle, code] : all_) out.insert(out.end(), code.ptx.begin(), code.ptx.end());
  return out;
}

} // namespace fpcheck::record
