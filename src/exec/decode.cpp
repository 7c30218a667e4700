// From a parsed module to a program: storage for everything that has a name, operands as places, handlers bound.
#include "bind.hpp"
#include "cfg.hpp"
#include "decode_operands.hpp"
#include "def_use.hpp"
#include "static_roles.hpp"

#include <fpcheck/exec/levels.hpp>
#include <fpcheck/exec/memory.hpp>
#include <fpcheck/exec/placement.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/tensor/memory.hpp>

#include <algorithm>
#include <new>

namespace fpcheck::exec {
namespace {

using ptx::state_space;

std::uint64_t round_up(std::uint64_t x, std::uint64_t to) { return (x + to - 1) / to * to; }

// What the device has, or more where a module may hold many kernels; a hostile one must not ask for all of memory. Global variables are held
// as they are, as they were, and with shadows: a quarter of what may be taken is theirs.
std::uint64_t most_global() { return std::min(std::uint64_t{1} << 32, tensor::spare_memory() / 4); }
constexpr std::uint64_t most_constant = 1u << 20, most_shared = 4u << 20, most_local = 512u << 10,
                        most_parameters = 64u << 10;

/// Error: variables that no device holds.
result<void> check_sizes(const ptx::module& m) {
  std::uint64_t global = 0, constant = 0, shared = 0; // variables have at most 2^40 bytes: the sums stay below 2^64
  const auto grow = [](std::uint64_t& sum, const ptx::variable& v) { sum += v.size + std::max<std::uint32_t>(v.alignment, 1) - 1; };
  for (const ptx::variable& v : m.variables) {
    if (v.space == state_space::global) grow(global, v);
    if (v.space == state_space::constant) grow(constant, v);
    if (v.space == state_space::shared) grow(shared, v);
  }
  const auto too_large = [&](const char* what, std::uint64_t bytes, std::uint64_t most) {
    return fail(std::string(what) + " of " + std::to_string(bytes) + " bytes; at most " + std::to_string(most) + " are supported", {m.file, 0, 0});
  };
  if (const std::uint64_t most = most_global(); global > most) return too_large("global variables", global, most);
  if (constant > most_constant) return too_large("constant variables", constant, most_constant);
  if (shared > most_shared) return too_large("shared variables", shared, most_shared);
  for (const ptx::function& f : m.functions) {
    std::uint64_t local = 0, slots = 0, parameters = 0;
    for (const ptx::index v : f.variables) {
      if (m.variables[v].space == state_space::local) grow(local, m.variables[v]);
      if (m.variables[v].space == state_space::param) slots += m.variables[v].size / 4 + 1;
    }
    for (const auto* list : {&f.parameters, &f.returns})
      for (const ptx::index v : *list) grow(parameters, m.variables[v]);
    slots += parameters / 4 + 4 * f.registers.size() + spare_slots;
    if (local > most_local) return too_large(("local variables of " + f.name).c_str(), local, most_local);
    if (parameters > most_parameters) return too_large(("parameters of " + f.name).c_str(), parameters, most_parameters);
    if (slots > most_frame_slots) return too_large(("registers of " + f.name).c_str(), slots * 4, most_frame_slots * 4);
  }
  return {};
}

bool asks_for_reserved_shared(const ptx::module& m) {
  for (const ptx::function& f : m.functions)
    for (const ptx::instruction& i : f.body)
      for (const ptx::operand& p : i.operands)
        if (p.kind == ptx::operand_kind::special && reserved_shared_offset(p.special)) return true;
  return false;
}

/// Offsets of constant, shared and global variables. Module globals come first in global memory, in order, so that their
/// addresses are known before the launch.
void lay_out_statics(const ptx::module& m, globals_address begin, program& p) {
  p.symbol_address.assign(m.variables.size(), 0);
  if (asks_for_reserved_shared(m)) p.shared_static = reserved_shared_bytes;
  std::uint64_t next = begin.value;
  for (std::size_t k = 0; k < m.variables.size(); ++k) {
    const ptx::variable& v = m.variables[k];
    const std::uint64_t align = std::max<std::uint64_t>(v.alignment, 1);
    switch (v.space) {
    case state_space::global:
      p.symbol_address[k] = next;
      next = after(next, v.size, begin.room);
      break;
    case state_space::constant:
      p.constant_bytes = round_up(p.constant_bytes, align);
      p.symbol_address[k] = p.constant_bytes;
      p.constant_bytes += v.size;
      break;
    case state_space::shared:
      if (v.size == 0) break; // dynamic: placed behind the static ones
      p.shared_static = round_up(p.shared_static, align);
      p.symbol_address[k] = p.shared_static;
      p.shared_static += v.size;
      break;
    default: break;
    }
  }
  const std::uint64_t dynamic = round_up(p.shared_static, 16);
  for (std::size_t k = 0; k < m.variables.size(); ++k)
    if (m.variables[k].space == state_space::shared && m.variables[k].size == 0) p.symbol_address[k] = dynamic;
}

/// Kernel parameters: consecutive, each at its alignment.
void lay_out_kernel_parameters(const ptx::module& m, const ptx::function& f, program& p) {
  std::uint64_t offset = 0;
  for (const ptx::index v : f.parameters) {
    offset = round_up(offset, std::max<std::uint32_t>(m.variables[v].alignment, 1));
    p.symbol_address[v] = offset;
    offset += m.variables[v].size;
  }
}

/// Slots for registers, and for the parameters, results and .param variables of device functions.
void lay_out_frame(const ptx::module& m, const ptx::function& f, function_code& code, function_names& names) {
  names.place.resize(f.registers.size());
  for (std::size_t r = 0; r < f.registers.size(); ++r) {
    const unsigned bits = ptx::width(f.registers[r].type);
    register_place& place = names.place[r];
    place.bits = bits <= 16 && bits != 1 ? 16 : static_cast<int>(bits);
    if (bits == 1) {
      place.predicate = code.predicates++;
    } else {
      if (bits >= 64 && (code.frame_slots & 1u) != 0) ++code.frame_slots;
      place.slot = code.frame_slots;
      code.frame_slots += bits >= 128 ? 4 : bits == 64 ? 2 : 1;
    }
  }
  const auto slots = [&](ptx::index v) {
    const auto n = static_cast<std::uint32_t>((m.variables[v].size + 3) / 4);
    names.param_slot[v] = code.frame_slots;
    code.frame_slots += n;
    return n;
  };
  if (!f.is_entry) {
    for (const ptx::index v : f.parameters) {
      code.parameter_slots.push_back(slots(v));
      code.parameters.push_back({pool::frame, names.param_slot[v] * slot_bytes});
    }
    for (const ptx::index v : f.returns) {
      code.return_slots.push_back(slots(v));
      code.returns.push_back({pool::frame, names.param_slot[v] * slot_bytes});
    }
  }
  for (const ptx::index v : f.variables) {
    if (m.variables[v].space == state_space::param) slots(v);
    if (m.variables[v].space != state_space::local) continue;
    code.local_bytes = static_cast<std::uint32_t>(round_up(code.local_bytes, std::max<std::uint32_t>(m.variables[v].alignment, 1)));
    names.local_offset[v] = code.local_bytes;
    code.local_bytes += static_cast<std::uint32_t>(m.variables[v].size);
  }
  code.local_bytes = static_cast<std::uint32_t>(round_up(code.local_bytes, 16));
  names.never = code.predicates;
  names.spare = code.frame_slots = (code.frame_slots + 1u) & ~1u;
  code.frame_slots += spare_slots;
}

round_mode rounding_of(const ptx::instruction& i) {
  using m = ptx::modifier;
  if (i.has(m::rz) || i.has(m::rzi)) return round_mode::toward_zero;
  if (i.has(m::rm) || i.has(m::rmi)) return round_mode::downward;
  if (i.has(m::rp) || i.has(m::rpi)) return round_mode::upward;
  return round_mode::nearest_even;
}

void read_modifiers(const ptx::instruction& i, op& o) {
  using m = ptx::modifier;
  o.form = i.form;
  o.meaning = ptx::meaning_of(i);
  o.source = &i;
  o.ptx_line = i.ptx_line;
  o.position = i.position;
  o.rounding = rounding_of(i);
  o.ftz = i.has(m::ftz);
  o.sat = i.has(m::sat);
  o.relu = i.has(m::relu);
}

/// Where the branches of a function go, as op indices.
void resolve_targets(const ptx::function& f, const function_code& code, program& p) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.flow == control::branch) o.target = code.first + f.labels[o.target].instruction;
    if (o.flow != control::indirect_branch) continue;
    std::vector<std::uint32_t> targets;
    for (const ptx::index t : f.branch_targets[o.target].targets) targets.push_back(code.first + f.labels[t].instruction);
    o.target = static_cast<std::uint32_t>(p.branch_tables.size());
    p.branch_tables.push_back(std::move(targets));
  }
}

bool orders_ctas(const op& o) {
  if (o.meaning.access == ptx::access::atomic) return o.space == space::global || o.space == space::generic;
  return (o.meaning.access == ptx::access::load || o.meaning.access == ptx::access::store) && ptx::is_ordered(o.meaning);
}

/// Calls that reach the device heap, which CTAs share.
bool allocates(const ptx::module& m, const op& o) {
  const auto on_heap = [](const ptx::function& f) { return f.name == "malloc" || f.name == "free"; };
  if (o.flow != control::call) return false;
  return o.target != ptx::none ? on_heap(m.functions[o.target]) : std::any_of(m.functions.begin(), m.functions.end(), on_heap);
}

/// Arithmetic reads a literal where it lies, not from the register that it was just moved to: of a literal it is known
/// beforehand that it is exact.
void use_literals(program& p, const function_code& code, const def_use& values) {
  for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc) {
    op& o = p.ops[pc];
    const bool combines = ptx::is_real_sum(o.meaning) || (o.meaning.operation == ptx::operation::product && o.meaning.takes == ptx::content::real);
    if (!combines || o.meaning.access != ptx::access::none || o.meaning.result != ptx::modifier::f32 || o.meaning.source != ptx::modifier::f32) continue;
    for (ref* r : {&o.a, &o.b, &o.c}) {
      const op* const source = *r ? values.passed(*r, pc) : nullptr;
      if (source != nullptr && source->form == ptx::form::mov && source->d_bits == 32 && source->list.empty() && values.literal(source->a)) *r = source->a;
    }
  }
}

/// One function: its frame, its ops, its blocks.
void decode_function(const ptx::module& m, std::size_t index, program& p, constant_pool& constants) {
  const ptx::function& f = m.functions[index];
  function_code& code = p.functions[index];
  code.source = &f;
  code.first = static_cast<std::uint32_t>(p.ops.size());
  function_names names;
  if (f.is_entry) lay_out_kernel_parameters(m, f, p);
  lay_out_frame(m, f, code, names);
  const operand_reader reader{m, f, p, names, constants};
  for (const ptx::instruction& i : f.body) {
    op o;
    read_modifiers(i, o);
    o.pc = static_cast<std::uint32_t>(p.ops.size());
    std::string missing = i.form == ptx::form::unknown || is_modelled(i.form) ? reader.read(i, o) : i.text;
    if (missing.empty() && o.flow != control::branch && !bind_handler(i, o)) missing = i.text;
    if (!missing.empty()) {
      o.flow = control::unsupported;
      o.fn = o.bits = nullptr;
      p.missing.push_back({o.pc, missing});
    }
    p.communicates |= orders_ctas(o) || allocates(m, o);
    p.has_f64 |= o.fp && o.format == number::f64 && !ptx::is_conversion(o.meaning);
    p.ops.push_back(std::move(o));
  }
  op end; // falling off the end returns
  end.flow = f.is_entry ? control::exit : control::ret;
  end.pc = static_cast<std::uint32_t>(p.ops.size());
  p.ops.push_back(end);
  code.count = static_cast<std::uint32_t>(p.ops.size()) - code.first;
  resolve_targets(f, code, p);
  find_blocks(p, code);
  const def_use values(p, code, constants.bytes());
  find_roles(p, code, values);
  use_literals(p, code, values);
}

} // namespace

std::uint64_t after(std::uint64_t address, std::uint64_t bytes, std::uint64_t room) {
  return (address + std::max<std::uint64_t>(bytes, 1) + room + 0xffffu) & ~std::uint64_t{0xffffu};
}

result<std::unique_ptr<program>> decode(const ptx::module& m) { return decode(m, globals_address{global_base}); }

result<std::unique_ptr<program>> decode(const ptx::module& m, globals_address globals) {
  if (m.address_size != 64) return fail("32-bit address PTX is not supported", {m.file, 0, 0}, "compile with -m64");
  if (auto ok = check_sizes(m); !ok) return tl::unexpected(ok.error());
  if (auto level = chosen_level(); !level) return tl::unexpected(level.error());
  auto p = std::make_unique<program>();
  p->module = &m;
  p->functions.resize(m.functions.size());
  lay_out_statics(m, globals, *p);
  constant_pool constants;
  for (std::size_t k = 0; k < m.functions.size(); ++k)
    if (m.functions[k].has_body) decode_function(m, k, *p, constants);
    else p->functions[k].source = &m.functions[k];
  p->constants = constants.take();
  return p;
}

} // namespace fpcheck::exec
