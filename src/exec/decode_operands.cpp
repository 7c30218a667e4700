#include "decode_operands.hpp"

#include "handlers.hpp"

#include <fpcheck/exec/memory.hpp>
#include <fpcheck/exec/warp.hpp>

#include <algorithm>

namespace fpcheck::exec {
namespace {

using ptx::operand_kind;
using f = ptx::form;
using m = ptx::modifier;

/// The width in bits that an instruction reads source operand `k` with, counted over all operands.
int operand_bits(const ptx::instruction& i, ptx::modifier source, std::size_t k) {
  const auto width = [&](int n) {
    const int b = static_cast<int>(ptx::width(i.type(n)));
    return b == 64 ? 64 : 32;
  };
  switch (i.form) {
  case f::shl: case f::shr: return k == 2 ? 32 : width(0);
  case f::bfe: return k >= 2 ? 32 : width(0);
  case f::bfi: return k >= 3 ? 32 : width(0);
  case f::mad_wide: return k == 3 && ptx::width(i.type()) == 32 ? 64 : 32;
  case f::slct_s32: case f::slct_f32: return k == 3 ? 32 : width(0);
  case f::mapa: return k == 2 ? 32 : width(0);
  case f::match_any_sync: case f::match_all_sync: return k == i.operands.size() - 1 ? 32 : width(0);
  default: break;
  }
  return ptx::width(source) == 64 ? 64 : 32;
}

std::uint32_t special_offset(ptx::special_register r) {
  using s = ptx::special_register;
  constexpr std::pair<s, special_slot> table[] = {
      {s::tid_x, sp_tid_x}, {s::tid_y, sp_tid_y}, {s::tid_z, sp_tid_z}, {s::laneid, sp_laneid},
      {s::lanemask_eq, sp_lanemask_eq}, {s::lanemask_le, sp_lanemask_le}, {s::lanemask_lt, sp_lanemask_lt},
      {s::lanemask_ge, sp_lanemask_ge}, {s::lanemask_gt, sp_lanemask_gt}, {s::ntid_x, sp_ntid_x}, {s::ntid_y, sp_ntid_y},
      {s::ntid_z, sp_ntid_z}, {s::ctaid_x, sp_ctaid_x}, {s::ctaid_y, sp_ctaid_y}, {s::ctaid_z, sp_ctaid_z},
      {s::nctaid_x, sp_nctaid_x}, {s::nctaid_y, sp_nctaid_y}, {s::nctaid_z, sp_nctaid_z}, {s::warpid, sp_warpid},
      {s::nwarpid, sp_nwarpid}, {s::smid, sp_smid}, {s::nsmid, sp_nsmid}, {s::gridid, sp_gridid},
      {s::dynamic_smem_size, sp_dynamic_smem}, {s::total_smem_size, sp_total_smem},
      {s::clock, sp_zero}, {s::clock_hi, sp_zero}, {s::clock64, sp_zero}, {s::globaltimer, sp_zero},
      {s::globaltimer_lo, sp_zero}, {s::globaltimer_hi, sp_zero},
      {s::clusterid_x, sp_clusterid_x}, {s::clusterid_y, sp_clusterid_y}, {s::clusterid_z, sp_clusterid_z},
      {s::nclusterid_x, sp_nclusterid_x}, {s::nclusterid_y, sp_nclusterid_y}, {s::nclusterid_z, sp_nclusterid_z},
      {s::cluster_ctaid_x, sp_cluster_ctaid_x}, {s::cluster_ctaid_y, sp_cluster_ctaid_y}, {s::cluster_ctaid_z, sp_cluster_ctaid_z},
      {s::cluster_nctaid_x, sp_cluster_nctaid_x}, {s::cluster_nctaid_y, sp_cluster_nctaid_y}, {s::cluster_nctaid_z, sp_cluster_nctaid_z},
      {s::cluster_ctarank, sp_cluster_ctarank}, {s::cluster_nctarank, sp_cluster_nctarank},
      {s::is_explicit_cluster, sp_is_explicit_cluster}};
  for (const auto& [name, slot] : table)
    if (name == r) return slot * slot_bytes;
  return ptx::none;
}

/// A barrier of the CTA, which the scheduler carries out.
bool is_block_barrier(const ptx::meaning& what) { return what.operation == ptx::operation::barrier && what.reach == ptx::reach::cta; }

/// Asynchronous copies of bytes, and the groups and mbarriers that tell of their end. Those of tensor cores end otherwise.
bool is_copy(const ptx::meaning& what) {
  using ptx::operation;
  return (what.operation == operation::copy || what.operation == operation::group) && what.reach == ptx::reach::lane;
}

} // namespace

std::optional<std::uint64_t> reserved_shared_offset(ptx::special_register r) {
  using s = ptx::special_register;
  switch (r) {
  case s::reserved_smem_offset_begin: case s::reserved_smem_offset_0: return 0;
  case s::reserved_smem_offset_1: return reserved_shared_bytes / 2; // cooperative groups' half
  case s::reserved_smem_offset_end: case s::reserved_smem_offset_cap: return reserved_shared_bytes;
  default: return std::nullopt;
  }
}

namespace {

space space_of(const ptx::instruction& i) {
  if (i.has(m::global)) return space::global;
  if (i.has(m::shared_cluster)) return space::cluster;
  if (i.has(m::shared) || i.has(m::shared_cta)) return space::shared;
  if (i.has(m::local)) return space::local;
  if (i.has(m::const_)) return space::constant;
  if (i.has(m::param) || i.has(m::param_entry) || i.has(m::param_func)) return space::param;
  return i.form == f::ld_nc || i.form == f::ldu ? space::global : space::generic;
}

number number_of(m t) {
  switch (t) {
#define FPCHECK_NUMBER_WORD(modifier, name) \
  case m::modifier: return number::name;
#include <fpcheck/exec/number.def>
  default: return number::none;
  }
}

} // namespace

ref constant_pool::place(std::uint64_t value, int bits) {
  const auto [it, fresh] = known_.try_emplace({value, bits}, static_cast<std::uint32_t>(bytes_.size()));
  if (fresh) {
    const std::size_t each = bits == 64 ? 8 : 4;
    bytes_.resize(bytes_.size() + each * warp_size);
    for (std::size_t i = 0; i < warp_size; ++i) std::memcpy(bytes_.data() + it->second + i * each, &value, each);
  }
  return {pool::constant, it->second};
}

namespace {

/// Special registers of 64 bits; the others are arrays of 32-bit lanes.
bool is_wide(ptx::special_register r) {
  using s = ptx::special_register;
  return r == s::clock64 || r == s::globaltimer || r == s::gridid;
}

/// Whether operand `k` is a literal where a predicate has to be. A move takes either.
bool is_literal_predicate(const ptx::instruction& i, const ptx::meaning& what, std::size_t k) {
  using ptx::operation;
  if (!what.asks_predicate || what.operation == operation::move || i.operands[k].kind != operand_kind::immediate) return false;
  if (what.operation == operation::vote) return k == 1;
  const bool all = what.operation == operation::logic && what.takes == ptx::content::predicate;
  return k + 1 == i.operands.size() || (all && k > 0);
}

} // namespace

predicate_ref operand_reader::predicate(const ptx::operand& p) const {
  if (p.kind == operand_kind::immediate) return {names.never, (p.value != 0) != p.negated};
  if (p.kind != operand_kind::reg) return {};
  return {names.place[p.id].predicate, p.negated};
}

/// A source operand read with `bits` bits; `width` becomes the width of the register it lies in.
ref operand_reader::source(const ptx::operand& p, int bits, int& width) const {
  width = bits;
  switch (p.kind) {
  case operand_kind::reg:
    if (names.place[p.id].predicate != ptx::none) return {};
    width = names.place[p.id].bits;
    return {pool::frame, names.place[p.id].slot * slot_bytes};
  case operand_kind::immediate: return constants.place(bits == 32 ? p.value & 0xffffffffu : p.value, bits);
  case operand_kind::special: {
    if (bits == 64 && !is_wide(p.special)) return {};
    if (const auto offset = reserved_shared_offset(p.special)) return constants.place(*offset, bits);
    const std::uint32_t at = special_offset(p.special);
    return at == ptx::none ? ref{} : ref{pool::special, at};
  }
  case operand_kind::symbol: {
    const ptx::symbol& s = module.symbols[p.id];
    const std::uint64_t base = s.is_function ? code_window + s.id * 16 : code.symbol_address[s.id];
    return constants.place(base + p.value, bits);
  }
  default: return {};
  }
}

std::vector<ref> operand_reader::elements(const ptx::operand& p, int bits) const {
  std::vector<ref> out;
  int width = 0;
  if (p.kind == operand_kind::vector)
    for (std::uint32_t k = 0; k < p.count; ++k) out.push_back(source(function.operand_pool[p.first + k], bits, width));
  else
    out.push_back(source(p, bits, width));
  return out;
}

std::string operand_reader::memory_address(const ptx::instruction&, const ptx::operand& p, op& o) const {
  o.displacement = static_cast<std::int64_t>(p.value);
  if (p.base == ptx::base_kind::reg) {
    o.a = {pool::frame, names.place[p.id].slot * slot_bytes};
    o.a_bits = static_cast<std::uint8_t>(names.place[p.id].bits);
  } else if (p.base == ptx::base_kind::symbol) {
    const ptx::symbol& s = module.symbols[p.id];
    if (s.is_function) return "an access to the code of a function";
    const ptx::variable& v = module.variables[s.id];
    if (v.space == ptx::state_space::local) {
      o.addressing = addressing::frame_local;
      const auto at = names.local_offset.find(s.id);
      if (at == names.local_offset.end()) return "a local variable of the module";
      o.displacement = static_cast<std::int64_t>(p.value + at->second);
    } else {
      std::uint64_t at = p.value + code.symbol_address[s.id];
      if (o.space == space::generic && v.space == ptx::state_space::shared) at += shared_window;
      if (o.space == space::generic && v.space == ptx::state_space::constant) at += constant_window;
      o.displacement = static_cast<std::int64_t>(at);
    }
  }
  return {};
}

/// Whether the registers of a vector are all equally wide, so that one width serves for all its elements.
bool operand_reader::has_one_width(const ptx::operand& p, int bits) const {
  if (p.kind != operand_kind::vector) return p.kind != operand_kind::reg || names.place[p.id].bits <= 64;
  int common = 0;
  bool has_literal = false;
  for (std::uint32_t k = 0; k < p.count; ++k) {
    const ptx::operand& e = function.operand_pool[p.first + k];
    if (e.kind == operand_kind::sink) continue;
    if (e.kind != operand_kind::reg) { has_literal = true; continue; }
    const int here = names.place[e.id].bits;
    if (here > 64 || (common != 0 && here != common)) return false;
    common = here;
  }
  return !has_literal || common == 0 || (common == 64) == (bits == 64);
}

/// Of a local variable, which `ptx::inline_calls` discards where a call begins; elsewhere the caches' business.
std::string operand_reader::discarded(const ptx::instruction& i, op& o) const {
  const ptx::operand& p = i.operands[0];
  if (p.base != ptx::base_kind::symbol || module.symbols[p.id].is_function) return {};
  const auto at = names.local_offset.find(module.symbols[p.id].id);
  if (at == names.local_offset.end()) return {};
  o.addressing = addressing::frame_local;
  o.displacement = static_cast<std::int64_t>(at->second);
  o.target = static_cast<std::uint32_t>(module.variables[at->first].size);
  return {};
}

/// ld.param and st.param of a device function, or of a call's .param variables: moves between slots.
std::string operand_reader::parameter_access(const ptx::instruction& i, op& o) const {
  const bool load = o.meaning.access == ptx::access::load;
  const ptx::operand& address = i.operands[load ? 0u + 1u : 0u];
  const ptx::operand& data = i.operands[load ? 0u : 1u];
  if (address.base != ptx::base_kind::symbol) return "a .param access through a register in a device function";
  const ptx::symbol& s = module.symbols[address.id];
  const auto at = names.param_slot.find(s.id);
  if (at == names.param_slot.end()) return "a .param access of another function";
  o.displacement = static_cast<std::int64_t>(address.value);
  const std::uint64_t bytes = static_cast<std::uint64_t>(o.width) * o.vector;
  if (o.displacement < 0 || static_cast<std::uint64_t>(o.displacement) + bytes > module.variables[s.id].size)
    return "a .param access outside its variable";
  if (!has_one_width(data, o.width == 8 ? 64 : 32)) return "a vector of registers of several widths";
  o.list = elements(data, o.width == 8 ? 64 : 32);
  if (o.list.size() != o.vector || o.width > 8) return "this form of .param access";
  int width = 32;
  const ptx::operand& first = data.kind == operand_kind::vector ? function.operand_pool[data.first] : data;
  source(first, o.width == 8 ? 64 : 32, width);
  (load ? o.d_bits : o.b_bits) = static_cast<std::uint8_t>(width);
  o.a = {pool::frame, at->second * slot_bytes};
  o.addressing = addressing::slots;
  return {};
}

/// 128-bit accesses: two elements of eight bytes, the halves of a register.
std::string operand_reader::whole_operands(const ptx::instruction& i, op& o) const {
  const bool atomic = o.meaning.access == ptx::access::atomic, load = o.meaning.access == ptx::access::load;
  int width = 64;
  if (o.vector != 1) return "a vector of 128-bit elements";
  o.d_bits = o.b_bits = 64;
  if (atomic) {
    o.d = source(i.operands[0], 64, width);
    o.b = source(i.operands[2], 64, width);
    if (i.form == f::atom_cas) o.c = source(i.operands[3], 64, width);
    return o.d && o.b && (o.c || i.form != f::atom_cas) ? std::string{} : "this form of operand";
  }
  const ref whole = source(i.operands[load ? 0 : 1], 64, width);
  if (!whole) return "this form of operand";
  o.width = 8, o.vector = 2;
  o.list = {whole, {whole.where, whole.offset + 2 * slot_bytes}};
  return {};
}

std::string operand_reader::memory_operands(const ptx::instruction& i, op& o) const {
  o.space = space_of(i);
  const m t = i.type();
  o.width = static_cast<std::uint8_t>(std::max(1u, ptx::width(t) / 8));
  o.vector = i.has(m::v2) ? 2 : i.has(m::v4) ? 4 : i.has(m::v8) ? 8 : 1;
  const int bits = o.width == 8 ? 64 : 32;
  const bool updates = o.meaning.access == ptx::access::atomic, load = o.meaning.access == ptx::access::load;
  const bool atomic = updates && o.meaning.gives != ptx::content::none, reduction = updates && !atomic;
  if (o.space == space::param && !function.is_entry) return parameter_access(i, o);
  if (o.space == space::param) {
    const ptx::operand& address = i.operands[load ? 1 : 0];
    if (address.base == ptx::base_kind::symbol && names.param_slot.contains(module.symbols[address.id].id)) return parameter_access(i, o);
  }
  const ptx::operand& address = i.operands[load || atomic ? 1 : 0];
  if (address.kind != operand_kind::address) return "this form of address";
  std::string missing = memory_address(i, address, o);
  if (!missing.empty()) return missing;
  if (t == m::b128) return whole_operands(i, o);
  for (const ptx::operand& p : i.operands)
    if (p.kind != operand_kind::address && !has_one_width(p, bits)) return "registers of several widths in one access";
  int width = bits;
  const auto register_bits = [&](const ptx::operand& p) {
    const ptx::operand& first = p.kind == operand_kind::vector ? function.operand_pool[p.first] : p;
    return first.kind == operand_kind::reg ? names.place[first.id].bits : bits;
  };
  if (load) {
    o.list = elements(i.operands[0], bits);
    o.d_bits = static_cast<std::uint8_t>(register_bits(i.operands[0]));
  } else if (atomic || reduction) {
    o.format = number_of(t);
    o.fp = o.format != number::none;
    const std::size_t data = atomic ? 2 : 1;
    if (o.vector > 1) {
      o.list = elements(i.operands[data], bits);
      if (atomic) {
        const std::vector<ref> results = elements(i.operands[0], bits);
        o.list.insert(o.list.end(), results.begin(), results.end());
        o.d = results[0];
      }
    } else {
      o.b = source(i.operands[data], bits, width);
      if (atomic) o.d = source(i.operands[0], bits, width);
      if (i.form == f::atom_cas) o.c = source(i.operands[data + 1], bits, width);
    }
    o.b_bits = static_cast<std::uint8_t>(register_bits(i.operands[data]));
    o.d_bits = static_cast<std::uint8_t>(atomic ? register_bits(i.operands[0]) : bits);
  } else {
    o.list = elements(i.operands[1], bits);
    o.b_bits = static_cast<std::uint8_t>(register_bits(i.operands[1]));
  }
  const std::size_t wanted = atomic || reduction ? (o.vector == 1 ? 0u : atomic ? 2u * o.vector : o.vector) : o.vector;
  if (o.list.size() != wanted) return "a vector of another length";
  if ((atomic || reduction) && o.vector == 1 && !o.b) return "this form of operand";
  if (i.form == f::atom_cas && register_bits(i.operands[2]) != register_bits(i.operands[3])) return "registers of several widths in one access";
  return {};
}

std::string operand_reader::call_operands(const ptx::instruction& i, op& o) const {
  o.flow = control::call;
  const auto slots = [&](const ptx::operand& list, std::vector<ref>& out) {
    for (std::uint32_t k = 0; k < list.count; ++k) {
      const ptx::operand& p = function.operand_pool[list.first + k];
      if (p.kind == operand_kind::reg) {
        if (names.place[p.id].predicate != ptx::none) return false;
        out.push_back({pool::frame, names.place[p.id].slot * slot_bytes});
      } else if (p.kind == operand_kind::symbol) {
        const auto at = names.param_slot.find(module.symbols[p.id].id);
        if (at == names.param_slot.end()) return false;
        out.push_back({pool::frame, at->second * slot_bytes});
      } else {
        return false;
      }
    }
    return true;
  };
  if (!slots(i.operands[0], o.results) || !slots(i.operands[2], o.list)) return "this form of call arguments";
  const ptx::operand& callee = i.operands[1];
  if (callee.kind == operand_kind::symbol) {
    if (!module.symbols[callee.id].is_function) return "a call of a variable";
    o.target = module.symbols[callee.id].id;
    if (!call_fits(module, function, i, module.functions[o.target])) return "a call whose arguments differ from the function's parameters";
  } else {
    o.target = ptx::none;
    int width = 64;
    o.a = source(callee, 64, width);
    if (!o.a || width != 64) return "this form of call";
  }
  return {};
}

std::string operand_reader::barrier_operands(const ptx::instruction& i, op& o) const {
  o.flow = control::barrier;
  const bool reduces = o.meaning.takes == ptx::content::predicate;
  std::size_t k = 0;
  int width = 32;
  if (reduces) {
    if (o.meaning.gives == ptx::content::integer) o.d = source(i.operands[0], 32, width);
    else o.pd = predicate(i.operands[0]);
    k = 1;
    o.pa = predicate(i.operands.back());
  }
  const std::size_t end = i.operands.size() - (reduces ? 1 : 0);
  if (k < end) o.a = source(i.operands[k], 32, width);
  if (k + 1 < end) o.b = source(i.operands[k + 1], 32, width);
  return {};
}

std::string operand_reader::general_operands(const ptx::instruction& i, op& o) const {
  std::size_t k = 0;
  int width = 32;
  const auto is_predicate = [&](const ptx::operand& p) {
    return p.kind == operand_kind::reg && names.place[p.id].predicate != ptx::none;
  };
  const bool packs = i.form == f::mov && i.operands.size() == 2 &&
                     (i.operands[0].kind == operand_kind::vector || i.operands[1].kind == operand_kind::vector);
  if (packs) {
    const bool unpacks = i.operands[0].kind == operand_kind::vector;
    const ptx::operand& whole = i.operands[unpacks ? 1 : 0];
    const ptx::operand& list = i.operands[unpacks ? 0 : 1];
    const unsigned bits = ptx::width(i.type());
    if (bits == 128 && list.count == 2 && whole.kind == operand_kind::reg) {
      o.width = 64;
      o.list = elements(list, 64);
      (unpacks ? o.a : o.d) = source(whole, 64, width);
      return !unpacks && (!o.list[0] || !o.list[1]) ? "this form of packed move" : std::string{};
    }
    if (list.count < 2 || bits > 64 || whole.kind == operand_kind::vector) return "this form of packed move";
    o.width = static_cast<std::uint8_t>(bits / list.count);
    if (o.width != 32 && o.width != 16 && o.width != 8) return "this form of packed move";
    o.list = elements(list, 32);
    (unpacks ? o.a : o.d) = source(whole, bits == 64 ? 64 : 32, width);
    if (!(unpacks ? o.a : o.d) || std::any_of(o.list.begin(), o.list.end(), [&](const ref& r) { return !r && !unpacks; })) return "this form of packed move";
    (unpacks ? o.a_bits : o.d_bits) = static_cast<std::uint8_t>(width);
    return {};
  }
  const auto is_joined = [&](std::size_t n) { return n < i.operands.size() && i.operands[n].joined; };
  if (o.meaning.gives == ptx::content::predicate) {
    o.pd = predicate(i.operands[k++]);
    if (is_joined(k)) o.pd2 = predicate(i.operands[k++]);
  } else if (!i.operands.empty() && is_predicate(i.operands[0])) {
    o.pd = predicate(i.operands[k++]);
  } else if (!i.operands.empty()) {
    if (i.operands[0].kind == operand_kind::reg) {
      o.d = source(i.operands[0], 32, width);
      o.d_bits = static_cast<std::uint8_t>(width);
    } else if (i.operands[0].kind == operand_kind::sink) { // a result that nobody reads
      o.d = {pool::frame, names.spare * slot_bytes};
      o.d_bits = ptx::width(i.type(0)) == 64 || i.form == f::mul_wide || i.form == f::mad_wide ? 64 : 32;
    } else if (i.operands[0].kind != operand_kind::immediate && i.operands[0].kind != operand_kind::address) {
      return "this form of result";
    }
    ++k;
    if (is_joined(k)) o.pd = predicate(i.operands[k++]);
  }
  ref* const sources[] = {&o.a, &o.b, &o.c, &o.e};
  std::uint8_t* const widths[] = {&o.a_bits, &o.b_bits, nullptr, nullptr};
  int next = 0;
  for (; k < i.operands.size(); ++k) {
    const ptx::operand& p = i.operands[k];
    if (is_predicate(p) || is_literal_predicate(i, o.meaning, k)) {
      (o.pa ? o.pb : o.pa) = predicate(p);
      continue;
    }
    if (p.kind == operand_kind::address) continue; // prefetch and its kin
    if ((i.form == f::lop3 || i.form == f::lop3_bool) && next == 3) {
      o.choice.set(logic_table{static_cast<std::uint8_t>(p.value)});
      continue;
    }
    if (next == 4) return "a fifth operand";
    const ref r = source(p, operand_bits(i, o.meaning.source, k), width);
    if (!r) return p.kind == operand_kind::special ? "the special register " + std::string(ptx::text(p.special)) : std::string("this form of operand");
    *sources[next] = r;
    if (widths[next] != nullptr) *widths[next] = static_cast<std::uint8_t>(width);
    ++next;
  }
  if (i.form == f::mov && i.operands[1].kind == operand_kind::symbol) {
    const ptx::symbol& s = module.symbols[i.operands[1].id];
    if (!s.is_function && names.param_slot.contains(s.id)) return "the address of a parameter of a device function";
    if (!s.is_function && module.variables[s.id].space == ptx::state_space::local) {
      o.addressing = addressing::frame_local;
      const auto at = names.local_offset.find(s.id);
      if (at == names.local_offset.end()) return "the address of a local variable of the module";
      o.displacement = static_cast<std::int64_t>(at->second + i.operands[1].value);
    }
  }
  return {};
}

bool is_control(ptx::form form) {
  using ptx::operation;
  const ptx::meaning& what = ptx::meaning_of(form);
  switch (what.operation) {
  case operation::branch: case operation::call: case operation::return_: case operation::exit: case operation::trap: return true;
  default: return is_block_barrier(what);
  }
}

std::string operand_reader::read(const ptx::instruction& i, op& o) const {
  if (i.form == f::unknown) return "'" + i.text + "' is not in the instruction tables";
  if (i.guard != ptx::none) o.guard = {names.place[i.guard].predicate, i.guard_negated};
  o.format = number_of(i.type(0));
  o.source_format = number_of(o.meaning.source);
  switch (i.form) {
  case f::bra:
    o.flow = control::branch;
    o.target = i.operands[0].id;
    return {};
  case f::brx_idx: {
    int width = 32;
    o.flow = control::indirect_branch;
    o.a = source(i.operands[0], 32, width);
    o.target = i.operands[1].id;
    return {};
  }
  case f::ret: o.flow = control::ret; return {};
  case f::exit: o.flow = control::exit; return {};
  case f::trap: case f::brkpt: o.flow = control::trap; return {};
  case f::call: return call_operands(i, o);
  case f::barrier_cluster_arrive: case f::barrier_cluster_wait: return {};
  case f::mma_int8: case f::mma_int4: case f::mma_b1: case f::wmma_mma_int: case f::wmma_mma_b1: case f::mma_sparse_int: return matrix_operands(i, o);
  case f::mma_f16: case f::mma_bf16: case f::mma_tf32: case f::mma_f64: case f::mma_fp8:
  case f::wmma_mma_f16: case f::wmma_mma_bf16: case f::wmma_mma_tf32: case f::wmma_mma_f64:
  case f::mma_sparse_half: case f::mma_sparse_tf32: case f::mma_sparse_fp8: return product_operands(i, o);
  case f::wgmma_f16: case f::wgmma_tf32: case f::wgmma_fp8: case f::wgmma_int: case f::wgmma_b1:
  case f::wgmma_sparse_f16: case f::wgmma_sparse_tf32: case f::wgmma_sparse_fp8: case f::wgmma_sparse_int: return group_operands(i, o);
  case f::wgmma_wait_group: o.displacement = static_cast<std::int64_t>(i.operands[0].value); return {};
  case f::wgmma_fence: case f::wgmma_commit_group: return {};
  case f::wmma_load_a: case f::wmma_load_b: case f::wmma_load_c: case f::wmma_store: return fragment_move_operands(i, o);
  case f::ldmatrix: case f::stmatrix: return tile_move_operands(i, o);
  case f::cp_async_bulk_tensor_load: case f::cp_async_bulk_tensor_store: case f::cp_reduce_async_bulk_tensor: return tensor_operands(i, o);
  case f::cp_reduce_async_bulk_shared: case f::cp_reduce_async_bulk_global: case f::red_async: return reduction_operands(i, o);
  case f::tensormap_replace: case f::tensormap_cp_fenceproxy: return map_operands(i, o);
  case f::tex: case f::tex_level: case f::tld4: case f::txq: case f::suld: case f::sust_b: case f::suq: return texture_operands(i, o);
  case f::fence_proxy_tensormap_acquire: case f::fence_proxy_tensormap_release: return {}; // maps are looked at when they are used
  default: break;
  }
  using ptx::operation;
  const operation what = o.meaning.operation;
  if (what == operation::signal) return signal_operands(i, o);
  if (is_copy(o.meaning)) return copy_operands(i, o);
  if (is_block_barrier(o.meaning)) return barrier_operands(i, o);
  if (ptx::accesses_by_lane(o.meaning)) return memory_operands(i, o);
  if (i.form == f::bar_warp_sync) {
    int width = 32;
    o.flow = control::warp_sync;
    o.member = source(i.operands[0], 32, width);
    return {};
  }
  if (i.form == f::discard) return discarded(i, o);
  if (what == operation::hint) return {};
  if (i.form == f::stackrestore) { // its only operand is read, not written
    int width = 0;
    o.a = source(i.operands[0], ptx::width(i.type()), width);
    o.a_bits = static_cast<std::uint8_t>(width);
    return o.a ? std::string{} : std::string("this form of operand");
  }
  std::string missing = general_operands(i, o);
  if (i.form == f::movmatrix) {
    o.flow = control::warp_sync;
    o.member = constants.place(0xffffffffu, 32);
    return missing;
  }
  if (o.meaning.reach != ptx::reach::warp || !i.has(m::sync) || i.has(m::aligned)) return missing;
  o.flow = control::warp_sync;
  int width = 32;
  o.member = source(i.operands.back(), 32, width);
  return missing.empty() && !o.member ? "this form of member mask" : missing;
}

bool call_fits(const ptx::module& m, const ptx::function& caller, const ptx::instruction& call, const ptx::function& callee) {
  const auto fits = [&](const ptx::operand& list, const std::vector<ptx::index>& wanted) {
    if (list.count != wanted.size()) return false;
    for (std::uint32_t k = 0; k < list.count; ++k) {
      const ptx::operand& p = caller.operand_pool[list.first + k];
      const std::uint64_t words = (m.variables[wanted[k]].size + 3) / 4;
      if (p.kind == operand_kind::symbol && (m.variables[m.symbols[p.id].id].size + 3) / 4 != words) return false;
      if (p.kind == operand_kind::reg && std::max(1u, ptx::width(caller.registers[p.id].type) / 32) != words) return false;
    }
    return true;
  };
  return fits(call.operands[0], callee.returns) && fits(call.operands[2], callee.parameters);
}

} // namespace fpcheck::exec
