#pragma once
#include <fpcheck/exec/launch.hpp>

#include <cstring>

namespace fpcheck::exec {

/// Addresses inside a buffer: tables of pointers, tensor maps in memory. A launch carries them as an argument behind those of the kernel's parameters, whose
/// bytes name the buffer and whose pointers lie in it.
inline argument pointer_table(std::uint32_t buffer, std::vector<pointer_patch> pointers) {
  argument out{std::vector<std::byte>(sizeof buffer), std::move(pointers)};
  std::memcpy(out.bytes.data(), &buffer, sizeof buffer);
  return out;
}
/// The buffer that a table lies in.
inline std::uint32_t table_buffer(const argument& table) {
  std::uint32_t out = 0xffffffffu;
  if (table.bytes.size() == sizeof out) std::memcpy(&out, table.bytes.data(), sizeof out);
  return out;
}

} // namespace fpcheck::exec
