#include <fpcheck/device/layout.hpp>

#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <cstring>

namespace fpcheck::device {
namespace {

constexpr std::uint64_t aligned(std::uint64_t at) { return (at + arena_alignment - 1) / arena_alignment * arena_alignment; }

exec::argument pointer(memory to, std::uint64_t at) {
  exec::argument a;
  a.bytes.resize(8);
  a.pointers.push_back({0, static_cast<std::uint32_t>(to), static_cast<std::int64_t>(at)});
  return a;
}

exec::argument number_of(std::uint32_t value) {
  exec::argument a;
  a.bytes.resize(sizeof value);
  std::memcpy(a.bytes.data(), &value, sizeof value);
  return a;
}

const instrument::placed_variable* placed(const ptx::module& m, const instrument::rewritten& k, const std::string& name) {
  const auto at = std::find_if(k.globals.begin(), k.globals.end(), [&](const instrument::placed_variable& v) { return m.variables[v.variable].name == name; });
  return at == k.globals.end() ? nullptr : &*at;
}

} // namespace

arena_layout layout_of(const exec::run_request& request, const std::vector<instrument::rewritten>& kernels) {
  arena_layout out;
  for (const exec::buffer& b : request.buffers) {
    out.buffers.push_back(out.bytes);
    out.bytes = aligned(out.bytes + std::max<std::uint64_t>(b.data.size(), 1));
  }
  out.globals = out.bytes;
  std::uint64_t globals = 0; // places of variables are the same in all kernels of a module
  for (const instrument::rewritten& k : kernels) globals = std::max(globals, k.globals_bytes);
  out.bytes += aligned(globals);
  return out;
}

std::vector<piece> first_contents(const exec::run_request& request, const ptx::module& m, const std::vector<instrument::rewritten>& kernels, const arena_layout& where) {
  std::vector<piece> out;
  for (std::size_t k = 0; k < request.buffers.size(); ++k)
    if (!request.buffers[k].data.empty()) out.push_back({where.buffers[k], request.buffers[k].data});
  for (const instrument::rewritten& k : kernels)
    for (const instrument::placed_variable& v : k.globals)
      if (const auto& initial = m.variables[v.variable].initial; !initial.empty()) out.push_back({where.globals + v.offset, std::as_bytes(std::span(initial))});
  return out;
}

std::vector<piece> set_before(const exec::launch& l, const ptx::module& m, const instrument::rewritten& k, const arena_layout& where) {
  std::vector<piece> out;
  for (const exec::symbol_value& s : l.symbols)
    if (const auto* const v = placed(m, k, s.name)) out.push_back({where.globals + v->offset, s.bytes});
  return out;
}

exec::launch shadowed(const exec::launch& original, const ptx::module& m, const instrument::rewritten& k, const arena_layout& where) {
  exec::launch out = original;
  out.dynamic_shared = dynamic_shared(k, original.dynamic_shared);
  for (exec::argument& a : out.arguments)
    for (exec::pointer_patch& p : a.pointers) p.addend += static_cast<std::int64_t>(where.buffers[p.buffer]), p.buffer = static_cast<std::uint32_t>(memory::arena);
  out.arguments.push_back(pointer(memory::shadow, 0));
  out.arguments.push_back(pointer(memory::records, 0));
  out.arguments.push_back(pointer(memory::arena, where.globals));
  out.arguments.push_back(pointer(memory::arena, 0));
  out.arguments.push_back(number_of(out.dynamic_shared / 3));
  const auto is_gone = [&](const exec::symbol_value& s) {
    const auto v = std::find_if(m.variables.begin(), m.variables.end(), [&](const ptx::variable& x) { return x.name == s.name; });
    return v == m.variables.end() || v->space != ptx::state_space::constant;
  };
  out.symbols.erase(std::remove_if(out.symbols.begin(), out.symbols.end(), is_gone), out.symbols.end());
  return out;
}

std::optional<element> element_at(const arena_layout& where, const exec::run_request& request, std::uint32_t half_offset) {
  const std::uint64_t byte = std::uint64_t{half_offset} * 2;
  for (std::size_t k = 0; k < where.buffers.size(); ++k) {
    const exec::buffer& b = request.buffers[k];
    if (byte >= where.buffers[k] && byte < where.buffers[k] + b.data.size()) return element{k, (byte - where.buffers[k]) / tensor::size_of(b.type)};
  }
  return std::nullopt;
}

} // namespace fpcheck::device
