// Atomics that change a number together with what stands beside it. The cell is its own lock: its first word, or two, are all ones meanwhile, which
// no shadow is. Whoever holds it runs the machine's atomic and gives the cell its new shadow without a branch, so that lanes of one warp that
// want the same cell come by in turn. What an atomic gives back has the shadow that stood in the cell then.
#include "rewriter.hpp"

#include <algorithm>

namespace fpcheck::instrument {

using c = number_class;
using ptx::form;
using ptx::operand_kind;

namespace {

bool is_sum(const ptx::instruction& i) {
  switch (i.form) {
  case form::atom_add_f32: case form::red_add_f32:
  case form::atom_add_f16: case form::red_add_f16:
  case form::atom_add_bf16: case form::red_add_bf16: return true;
  default: return false;
  }
}

bool is_extreme(const ptx::instruction& i) { return i.form == form::atom_minmax_int || i.form == form::red_minmax_int; }

bool gives(const ptx::instruction& i) { return i.text.starts_with("atom"); }

/// What goes in: behind the result, if there is one, and the address.
const ptx::operand& first_operand(const ptx::instruction& i) { return i.operands[gives(i) ? 2 : 1]; }

/// A sum with 0 reads.
bool only_reads(const ptx::instruction& i) {
  return i.form == form::atom_add_int && first_operand(i).kind == operand_kind::immediate && first_operand(i).value == 0;
}

std::size_t operands_of(const ptx::instruction& i) { return (gives(i) ? 3 : 2) + (i.form == form::atom_cas ? 1 : 0); }

std::string bits_of(number_class is) { return "b" + std::to_string(row(is).bits * row(is).numbers); }

std::string cell_at(const std::string& base, std::int64_t offset) { return "[" + base + "+" + std::to_string(offset) + "]"; }

bool is_half_cell(number_class is) { return row(is).bits * row(is).numbers == 16; }

} // namespace

/// What the atomic's operands hold, if it is the same number in all of them, and its width is the atomic's.
number_class rewriter::locked_class(const ptx::instruction& i) const {
  const bool known = is_sum(i) || is_extreme(i) || only_reads(i) || i.form == form::atom_cas || i.form == form::atom_exch;
  if (!known || i.operands.size() != operands_of(i)) return c::none;
  c out = c::none;
  for (const ptx::operand& o : i.operands) {
    if (o.kind != operand_kind::reg) continue;
    const c is = classes_.of(o);
    if (row(is).numbers == 0 || is == c::f32x2 || (out != c::none && is != out)) return c::none;
    out = is;
  }
  return row(out).bits * row(out).numbers == ptx::width(i.type()) ? out : c::none;
}

bool rewriter::needs_lock(const ptx::instruction& i) const {
  if (i.form == form::unknown || i.operands.empty() || locked_class(i) == c::none) return false;
  if (i.form == form::red_add_f32) return false;
  if (i.form != form::atom_add_f32) return true;
  const auto readers = readers_.find(i.operands[0].id);
  return i.operands[0].kind == operand_kind::reg && readers != readers_.end() && readers->second.size() > 1;
}

void rewriter::atomic_in_lock(const ptx::instruction& i, const ptx::operand& address, number_class is) {
  const std::string space = space_of(i), bits = bits_of(is);
  const class_row& of = row(is);
  const place p = shadow_place(i, address, space);
  const std::string guard = out_.guarded();
  if (!guard.empty()) { // the loop below is left by those that are in it
    out_.guard({});
    out_.put("@$p bra fp_unlocked$@;", {{'p', guard[0] == '!' ? guard.substr(1) : "!" + guard}});
  }
  const std::string end = "fp_unlocked" + std::to_string(out_.count());
  out_.put_text("{ .reg .f64 %fp_om<2>, %fp_or<2>, %fp_oe<2>, %fp_nm<2>, %fp_nr<2>, %fp_ne<2>; .reg .b64 %fp_was<2>, %fp_put<2>; .reg .b32 %fp_half<2>;");
  out_.put_text(".reg .pred %fp_mine, %fp_took; .reg ." + bits + " %fp_old, %fp_new;");
  out_.put("fp_lock$@:");
  const std::string again = "fp_lock" + std::to_string(out_.count());
  take_lock(i, address, p, is);
  decide_cell(i, first_operand(i), space, is);
  leave_lock(p, is);
  out_.guard({});
  out_.put("?!%fp_mine bra $l;", {{'l', again}});
  for (unsigned part = 0; part < of.numbers; ++part) {
    const std::string n = std::to_string(part);
    out_.put("mov.f64 %fp_e, %fp_ne$n; mov.f64 %fp_m, %fp_nm$n; mov.f64 %fp_r, %fp_nr$n;", {{'n', n}});
    out_.guard("%fp_took");
    if (p.is_global) note_store(i, p, address.value + part * of.bits / 8, of.element);
    out_.guard({});
    if (!is_sum(i) || of.bits != 16) continue;
    out_.put("{ .reg .f64 %a, %b; sub.rn.f64 %a, %fp_ne$n, %fp_nm$n; abs.f64 %a, %a; add.rn.f64 %b, %fp_nr$n, %fp_nr$n; setp.gt.f64 %fp_q, %a, %b;"
             "setp.eq.and.f64 %fp_q, %fp_ne$n, %fp_oe$n, %fp_q; setp.lt.and.f64 %fp_q, %a, $I, %fp_q; }",
             {{'n', n}});
    note_event(event::update_lost, i, literal(1));
  }
  if (gives(i) && i.operands[0].kind == operand_kind::reg) {
    const ptx::operand& d = i.operands[0];
    out_.put("mov.$b $d, %fp_old;", {{'b', bits}, {'d', text(d)}});
    for (unsigned part = 0; part < of.numbers; ++part) {
      out_.put("mov.f64 %fp_m, %fp_om$n; mov.f64 %fp_r, %fp_or$n;", {{'n', std::to_string(part)}});
      take_result(d, part);
    }
  }
  out_.put_text("}");
  if (!guard.empty()) out_.put_text(end + ":"), out_.guard(guard);
}

/// %fp_mine: the lock is ours. Then the machine's atomic is done, %fp_old are the bits that it found, %fp_oe0, %fp_om0, %fp_or0, ... their numbers.
void rewriter::take_lock(const ptx::instruction& i, const ptx::operand& address, const place& p, number_class is) {
  const std::string at = cell_at(p.base, p.offset);
  if (is_half_cell(is)) out_.put("atom$s.exch.b32 %fp_i, $a, -1; setp.ne.s32 %fp_mine, %fp_i, -1; cvt.u64.u32 %fp_was0, %fp_i;", {{'s', p.space}, {'a', at}});
  else out_.put("atom$s.exch.b64 %fp_was0, $a, -1; setp.ne.s64 %fp_mine, %fp_was0, -1;", {{'s', p.space}, {'a', at}});
  out_.guard("%fp_mine");
  out_.put(p.space == ".shared" ? "membar.cta;" : "membar.gl;");
  std::string operands = "%fp_old, " + text(address);
  for (std::size_t k = gives(i) ? 2 : 1; k < i.operands.size(); ++k) operands += ", " + text(i.operands[k]);
  out_.put_text("@%fp_mine " + (gives(i) ? i.text : "atom" + i.text.substr(3)) + " " + operands + ";");
  if (is_half_cell(is)) out_.put("cvt.u32.u64 %fp_w0, %fp_was0;");
  else out_.put("mov.b64 {%fp_w0, %fp_w1}, %fp_was0;");
  if (is == c::f64) out_.put("ld.volatile$s.b64 %fp_was1, $a; mov.b64 {%fp_w2, %fp_w3}, %fp_was1;", {{'s', p.space}, {'a', cell_at(p.base, p.offset + 8)}});
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    take_number("%fp_e", "%fp_old", part, is);
    decode_cell(row(is).element, part * row(is).bits / 16);
    out_.put("mov.f64 %fp_oe$n, %fp_e; mov.f64 %fp_om$n, %fp_m; mov.f64 %fp_or$n, $r;", {{'n', std::to_string(part)}, {'r', encloses() ? "%fp_r" : literal(0)}});
  }
}

/// %fp_new are the bits that the machine's atomic leaves, %fp_nm0, %fp_nr0, ... the shadows of their numbers where they are new: %fp_took.
void rewriter::decide_cell(const ptx::instruction& i, const ptx::operand& b, const std::string& space, number_class is) {
  if (is_sum(i)) return add_to_cell(i, b, space, is);
  const std::string bits = bits_of(is);
  const ptx::operand& from = i.form == form::atom_cas ? i.operands[3] : b;
  if (i.form == form::atom_cas) out_.put("mov.$b %fp_new, $x; setp.eq.$b %fp_took, %fp_old, $y;", {{'b', bits}, {'x', text(from)}, {'y', text(b)}});
  else if (i.form == form::atom_exch) out_.put("mov.$b %fp_new, $x; setp.eq.s32 %fp_took, 0, 0;", {{'b', bits}, {'x', text(from)}});
  else if (only_reads(i)) out_.put("mov.$b %fp_new, %fp_old; setp.ne.s32 %fp_took, 0, 0;", {{'b', bits}});
  else
    out_.put("$o.$t %fp_new, %fp_old, $x; setp.ne.$b %fp_took, %fp_new, %fp_old;",
             {{'o', i.has(ptx::modifier::min) ? "min" : "max"}, {'t', ptx::text(i.type()).substr(1)}, {'x', text(from)}, {'b', bits}});
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    const number x = shadow(from, part, is);
    out_.put("mov.f64 %fp_nm$n, $x; mov.f64 %fp_nr$n, $r;", {{'n', std::to_string(part)}, {'x', x.mid}, {'r', x.rad}});
  }
  if (i.form == form::atom_cas && from.kind == operand_kind::reg) compare_with_cell(b, is);
}

/// What is swapped in may have been made of what was expected: of another exact number with the same bits nothing is known then. A plain load
/// beside the atomics of others may pair a number with the shadow of its neighbour in time so.
void rewriter::compare_with_cell(const ptx::operand& expected, number_class is) {
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    const number x = shadow(expected, part, is);
    const std::string n = std::to_string(part);
    out_.put("setp.eq.f64 %fp_q, %fp_om$n, $x;", {{'n', n}, {'x', x.mid}});
    if (encloses()) out_.put("setp.eq.and.f64 %fp_q, %fp_or$n, $r, %fp_q;", {{'n', n}, {'r', x.rad}});
    out_.put("selp.f64 %fp_nm$n, %fp_nm$n, $N, %fp_q;", {{'n', n}});
    if (encloses()) out_.put("selp.f64 %fp_nr$n, %fp_nr$n, $I, %fp_q;", {{'n', n}});
  }
}

/// A sum: rounded as the memory does it, and exactly.
void rewriter::add_to_cell(const ptx::instruction& i, const ptx::operand& b, const std::string& space, number_class is) {
  static_cast<void>(i);
  const std::string x = text(b);
  out_.put("setp.eq.s32 %fp_took, 0, 0;");
  switch (is) {
  case c::f32: // sums in global memory flush, those in shared memory do not
    out_.put(space == "shared" ? "add.rn.f32 %fp_new, %fp_old, $x;" : "add.rn.ftz.f32 %fp_new, %fp_old, $x;", {{'x', x}});
    if (space.empty()) out_.put("?%fp_far add.rn.f32 %fp_new, %fp_old, $x;", {{'x', x}});
    break;
  case c::f16: case c::f16x2: out_.put("add.rn.$t %fp_new, %fp_old, $x;", {{'t', is == c::f16 ? "f16" : "f16x2"}, {'x', x}}); break;
  case c::bf16: out_.put("{ .reg .b16 %a; mov.b16 %a, 16256; fma.rn.bf16 %fp_new, %fp_old, %a, $x; }", {{'x', x}}); break; // 1
  default: out_.put("{ .reg .b32 %a; mov.b32 %a, 1065369472; fma.rn.bf16x2 %fp_new, %fp_old, %a, $x; }", {{'x', x}}); break;
  }
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    const number y = shadow(b, part, is);
    const std::string n = std::to_string(part);
    out_.put("add.rn.f64 %fp_nm$n, %fp_om$n, $y;", {{'n', n}, {'y', y.mid}});
    if (encloses()) out_.put("abs.f64 %fp_n, %fp_nm$n; add.rp.f64 %fp_nr$n, %fp_or$n, $r; fma.rp.f64 %fp_nr$n, %fp_n, $U, %fp_nr$n;", {{'n', n}, {'r', y.rad}});
    else out_.put("mov.f64 %fp_nr$n, $0;", {{'n', n}});
  }
}

/// Gives the cell its new contents, or the old ones, and leaves the numbers in %fp_ne0, ...
void rewriter::leave_lock(const place& p, number_class is) {
  const class_row& of = row(is);
  for (unsigned part = 0; part < of.numbers; ++part) {
    const std::string n = std::to_string(part);
    take_number("%fp_e", "%fp_new", part, is);
    out_.put("mov.f64 %fp_ne$n, %fp_e; mov.f64 %fp_m, %fp_nm$n; mov.f64 %fp_r, %fp_nr$n;", {{'n', n}});
    encode_cell(of.element);
    out_.put("mov.b32 %fp_half$n, %fp_w0;", {{'n', n}});
  }
  if (is_half_cell(is)) out_.put("cvt.u64.u32 %fp_put0, %fp_half0;");
  else if (of.numbers == 2) out_.put("mov.b64 %fp_put0, {%fp_half0, %fp_half1};");
  else out_.put("mov.b64 %fp_put0, {%fp_w0, %fp_w1};");
  const std::string at = cell_at(p.base, p.offset), fence = p.space == ".shared" ? "membar.cta;" : "membar.gl;";
  if (is == c::f64)
    out_.put("mov.b64 %fp_put1, {%fp_w2, %fp_w3}; selp.b64 %fp_put1, %fp_put1, %fp_was1, %fp_took; st.volatile$s.b64 $a, %fp_put1;",
             {{'s', p.space}, {'a', cell_at(p.base, p.offset + 8)}});
  out_.put("selp.b64 %fp_put0, %fp_put0, %fp_was0, %fp_took; $f", {{'f', fence}});
  if (is_half_cell(is)) out_.put("cvt.u32.u64 %fp_i, %fp_put0; st.volatile$s.b32 $a, %fp_i;", {{'s', p.space}, {'a', at}});
  else out_.put("st.volatile$s.b64 $a, %fp_put0;", {{'s', p.space}, {'a', at}});
}

/// Words that were loaded: while another thread has the cell, again.
void rewriter::wait_for_lock(const place& p, std::uint64_t byte, unsigned count, unsigned first) {
  if (!locks_) return;
  const std::string at = cell_at(p.base, p.offset + 2 * static_cast<std::int64_t>(byte)), a = "%fp_w" + std::to_string(first), b = "%fp_w" + std::to_string(first + 1);
  if (count == 1) return out_.put("fp_locked$@: setp.eq.s32 %fp_q, $a, -1; ?%fp_q ld.volatile$s.b32 $a, $p; ?%fp_q bra fp_locked$@;", {{'s', p.space}, {'p', at}, {'a', a}});
  out_.put("fp_locked$@: and.b32 %fp_i, $a, $b; setp.eq.s32 %fp_q, %fp_i, -1; ?%fp_q ld.volatile$s.v2.b32 {$a, $b}, $p; ?%fp_q bra fp_locked$@;",
           {{'s', p.space}, {'p', at}, {'a', a}, {'b', b}});
}

} // namespace fpcheck::instrument
