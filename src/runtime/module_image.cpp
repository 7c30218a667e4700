#include "module_image.hpp"

#include <fpcheck/exec/placement.hpp>
#include <fpcheck/ptx/contract.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <algorithm>
#include <set>

namespace fpcheck::runtime {
namespace {

/// Thread i of the launch copies or fills element i.
std::string element_kernel(const std::string& name, const std::string& type, const std::string& reg, int bytes, bool copies) {
  const std::string scale = std::to_string(bytes);
  return "\n.visible .entry " + name + "(.param .u64 to, .param .u64 from, .param .u64 count)\n{\n"
         "  .reg .pred %p<2>;\n  .reg .b32 %r<5>;\n  .reg .b64 %rd<9>;\n  .reg ." + reg + " %v<2>;\n"
         "  ld.param.u64 %rd1, [to];\n  ld.param.u64 %rd2, [from];\n  ld.param.u64 %rd3, [count];\n"
         "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %tid.x;\n"
         "  mul.wide.u32 %rd4, %r1, 256;\n  cvt.u64.u32 %rd5, %r2;\n  add.s64 %rd4, %rd4, %rd5;\n"
         "  setp.ge.u64 %p1, %rd4, %rd3;\n  @%p1 bra $end_" + name + ";\n"
         "  mul.lo.s64 %rd6, %rd4, " + scale + ";\n  add.s64 %rd7, %rd1, %rd6;\n" +
         (copies ? "  add.s64 %rd8, %rd2, %rd6;\n  ld.global." + type + " %v1, [%rd8];\n" : "  cvt.u" + std::to_string(8 * std::max(bytes, 2)) + ".u64 %v1, %rd2;\n") +
         "  st.global." + type + " [%rd7], %v1;\n$end_" + name + ":\n  ret;\n}\n";
}

std::string own_kernels() {
  return element_kernel(copy_words, "b32", "b32", 4, true) + element_kernel(copy_bytes, "b8", "b16", 1, true) +
         element_kernel(fill_words, "b32", "b32", 4, false) + element_kernel(fill_bytes, "b8", "b16", 1, false);
}

/// Kernels in which multiplications were fused, or that may call a function in which some were.
std::set<std::string> changed_kernels(const ptx::module& m, const ptx::contraction& fused) {
  std::set<std::string> out;
  bool in_function = false;
  for (const ptx::function& f : m.functions)
    if (fused.functions.count(f.name) != 0) in_function |= !f.is_entry;
  for (const ptx::function& f : m.functions)
    if (f.is_entry && (in_function || fused.functions.count(f.name) != 0)) out.insert(f.name);
  return out;
}

/// PTX of a debug build is not contracted by ptxas.
bool is_debug(const std::string& ptx) {
  const std::size_t at = ptx.find("\n.target");
  return at != std::string::npos && ptx.substr(at, ptx.find('\n', at + 1) - at).find("debug") != std::string::npos;
}

} // namespace

result<std::unique_ptr<module_image>> module_image::load(std::string ptx, const std::string& name, device_memory& memory) {
  auto out = std::make_unique<module_image>();
  out->text_ = std::move(ptx) + own_kernels();
  auto parsed = ptx::parse(out->text_, name);
  if (!parsed) return tl::unexpected(parsed.error());
  ptx::contraction fused = is_debug(out->text_) ? ptx::contraction{} : ptx::contract(*parsed);
  out->changed_ = changed_kernels(*parsed, fused);
  const bool differs = fused.fused != 0;
  out->fused_ = ptx::inline_calls(differs ? std::move(fused.code) : *parsed);
  std::uint64_t room = 0;
  for (const ptx::variable& v : out->fused_.variables)
    if (v.space == ptx::state_space::global) room = exec::after(room, v.size, exec::near_room);
  const exec::globals_address begin{memory.take_room(room), exec::near_room};
  if (begin.value == 0) return fail("device memory has no room for the variables of " + name);
  auto program = exec::decode(out->fused_, begin);
  if (!program) return tl::unexpected(program.error());
  out->program_ = *std::move(program);
  if (differs) out->written_ = ptx::inline_calls(*std::move(parsed));
  for (const ptx::variable& v : out->fused_.variables)
    if (v.space == ptx::state_space::global) memory.place(v.name, out->address_of(v), exec::initial_bytes(*out->program_, v));
  for (const ptx::function& f : out->fused_.functions)
    if (f.is_entry) out->kernels_[f.name] = &f;
  return out;
}

result<const exec::program*> module_image::checked() {
  if (checked_) return checked_.get();
  auto program = exec::decode(fused_);
  if (!program) return tl::unexpected(program.error());
  if (!changed_.empty()) {
    auto apart = exec::decode(written_);
    if (!apart) return tl::unexpected(apart.error());
    apart_ = *std::move(apart);
  }
  checked_ = *std::move(program);
  return checked_.get();
}

const ptx::function* module_image::kernel(const std::string& name) const {
  const auto it = kernels_.find(name);
  return it == kernels_.end() ? nullptr : it->second;
}

const ptx::variable* module_image::variable(const std::string& name) const {
  const auto it = std::find_if(fused_.variables.begin(), fused_.variables.end(), [&](const ptx::variable& v) {
    return v.name == name && (v.space == ptx::state_space::global || v.space == ptx::state_space::constant);
  });
  return it == fused_.variables.end() ? nullptr : &*it;
}

std::uint64_t module_image::address_of(const ptx::variable& v) const { return program_->symbol_address[static_cast<std::size_t>(&v - fused_.variables.data())]; }

std::uint64_t module_image::place_constant(const ptx::variable& v, device_memory& memory) {
  if (const auto known = constants_.find(v.name); known != constants_.end()) return reinterpret_cast<std::uint64_t>(known->second.data());
  const std::vector<std::byte> first = exec::initial_bytes(*program_, v);
  const std::uint64_t at = memory.take_room(first.size());
  if (at == 0) return 0;
  memory.place(v.name, at, first);
  constants_[v.name] = {reinterpret_cast<const std::byte*>(at), v.size};
  return at;
}

std::vector<exec::symbol_value> module_image::constants() const {
  std::vector<exec::symbol_value> out;
  for (const auto& [name, bytes] : constants_) out.push_back({name, {bytes.begin(), bytes.end()}});
  return out;
}

} // namespace fpcheck::runtime
