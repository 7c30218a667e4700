#include "launch_capture.hpp"

#include <fpcheck/launch/signature.hpp>
#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <filesystem>
#include <span>

namespace fpcheck::runtime {
namespace {

record::bytes bytes_of(std::string_view text) {
  const auto b = std::as_bytes(std::span(text));
  return {b.begin(), b.end()};
}

void set(std::uint32_t (&to)[3], const exec::dim3& d) { to[0] = d.x, to[1] = d.y, to[2] = d.z; }

void add(record::capture& c, const captured_buffer& b) {
  if (is_variable(b.kind)) {
    record::saved_variable v;
    v.name = b.name, v.address = b.base, v.before = b.bytes;
    c.variables.push_back(std::move(v));
    return;
  }
  record::saved_memory m;
  m.address = b.base, m.before = b.bytes;
  m.undefined = !b.undefined.empty() && std::all_of(b.undefined.begin(), b.undefined.end(), [](std::uint8_t s) { return (s & 0x0f) == 0x0f; });
  c.memory.push_back(std::move(m));
}

} // namespace

record::capture capture_of(const chain& reached, const exec::launch& l, std::uint64_t number, const std::string& program) {
  record::capture c;
  c.kernel = l.kernel, c.number = number, c.program = program, c.shared = l.dynamic_shared;
  set(c.grid, l.grid), set(c.block, l.block);
  if (l.cluster) set(c.cluster, *l.cluster);
  for (const exec::argument& a : l.arguments) {
    c.places.push_back({static_cast<std::uint32_t>(c.parameters.size()), static_cast<std::uint32_t>(a.bytes.size())});
    c.parameters.insert(c.parameters.end(), a.bytes.begin(), a.bytes.end());
  }
  c.code.push_back(bytes_of(reached.module->text()));
  for (const captured_buffer& b : reached.buffers) add(c, b);
  for (const exec::symbol_value& s : reached.module->constants()) {
    record::saved_variable v;
    v.name = s.name, v.before = s.bytes;
    c.variables.push_back(std::move(v));
  }
  return c;
}

void note_changes(record::capture& c) {
  const auto now = [](std::uint64_t address, std::size_t size) {
    const auto* const p = reinterpret_cast<const std::byte*>(address);
    return record::bytes(p, p + size);
  };
  for (record::saved_memory& m : c.memory) record::note_changes(m, now(m.address, m.before.size()));
  for (record::saved_variable& v : c.variables)
    if (v.address != 0) record::note_changes(v, now(v.address, v.before.size()));
}

result<void> save(const record::capture& c, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string file = (std::filesystem::path(folder) / (launch::demangle_kernel(c.kernel).base + "-" + std::to_string(c.number) + record::capture_ending)).string();
  const auto ok = tensor::write_bytes(file, record::write_capture(c));
  return ok ? result<void>() : tl::unexpected(ok.error());
}

} // namespace fpcheck::runtime
