// Atomics. A sum in binary32 is followed by how far its exact value lies from its bits: what the addend is off and what this addition was
// rounded by are added to the shadow of the place, by a loop that swaps the cell. Additions may come to the cell in another order than to
// the place; the sum of what they add is the same.
#include "rewriter.hpp"

#include <fpcheck/base/judgement.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;

void rewriter::atomic(const ptx::instruction& i, const ptx::meaning& m) {
  const ptx::operand& address = *std::find_if(i.operands.begin(), i.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
  const c is = locked_class(i);
  const bool adds = i.form == ptx::form::atom_add_f32 || i.form == ptx::form::red_add_f32;
  if (is != c::none && (needs_lock(i) || locks_)) return atomic_in_lock(i, address, is);
  if (adds && locks_) return leave_out(i, "registers that hold different things at different times");
  if (adds) return add_atomically(i, address);
  const bool any = std::any_of(i.operands.begin(), i.operands.end(), [&](const ptx::operand& o) {
    const auto all = elements(o);
    return o.kind != operand_kind::address && std::any_of(all.begin(), all.end(), [&](const ptx::operand& e) { return classes_.of(e) != c::none; });
  });
  if (any || m.takes == ptx::content::real) return leave_out(i, "atomics of numbers have no shadow on the device yet");
  look_for_numbers(i, shadow_place(i, address, space_of(i)), ptx::width(i.type()) / 8);
  machine(i);
}

void rewriter::add_atomically(const ptx::instruction& i, const ptx::operand& address) {
  const bool gives = i.form == ptx::form::atom_add_f32;
  const ptx::operand &d = i.operands[0], &b = i.operands[gives ? 2 : 1];
  if (b.kind == operand_kind::reg && classes_.of(b) != c::f32) return leave_out(i, "registers that hold different things at different times");
  const std::string space = space_of(i);
  const number x = shadow(b, 0, c::f32);
  const place p = shadow_place(i, address, space);
  take_value("%fp_n", b, 0, c::f32);
  out_.put("mov.f64 %fp_m, $m; mov.f64 %fp_r, $r; mov.b32 %fp_x, $b;", {{'m', x.mid}, {'r', x.rad}, {'b', text(b)}});
  const std::string guard = out_.guarded();
  if (!guard.empty()) { // the loop below is left by those that are in it
    out_.guard({});
    out_.put("@$p bra fp_unguarded$@;", {{'p', guard[0] == '!' ? guard.substr(1) : "!" + guard}});
  }
  const std::string end = "fp_unguarded" + std::to_string(out_.count());
  out_.put_text((gives ? i.text : "atom" + i.text.substr(3)) + " %fp_y, " + text(address) + ", %fp_x;");
  swap_cell(p, space);
  look_at_counter(i, b, space);
  if (p.is_global) note_store(i, p, address.value, c::f32);
  if (gives && d.kind == operand_kind::reg) {
    out_.put("mov.b32 $d, %fp_y;", {{'d', text(d)}});
    if (has_shadow(d)) forget(d); // nobody reads it
  }
  if (!guard.empty()) out_.put_text(end + ":"), out_.guard(guard);
}

/// Of a whole number that the kernel spells, added to the whole number %fp_y: nothing comes of it. What stands far above where counting by
/// it ends did not come there by counting. Keeps %fp_e, %fp_m and %fp_r.
void rewriter::look_at_counter(const ptx::instruction& i, const ptx::operand& addend, const std::string& space) {
  static const judgement j;
  const auto step = constant(addend, c::f32);
  if (!step || *step == 0 || !std::isfinite(*step) || *step != std::trunc(*step)) return;
  out_.put("{ .reg .f32 %f, %g; add.rn$z.f32 %f, %fp_y, %fp_x; setp.eq.f32 %fp_q, %f, %fp_y; cvt.rni.f32.f32 %g, %fp_y;"
           "setp.eq.and.f32 %fp_q, %g, %fp_y, %fp_q; cvt.f64.f32 %fp_n, %fp_y; abs.f64 %fp_n, %fp_n; setp.le.and.f64 %fp_q, %fp_n, $l, %fp_q; }",
           {{'z', space == "shared" ? "" : ".ftz"}, {'l', literal(j.farthest_count * std::ldexp(std::fabs(*step), 24))}});
  note_event(event::count_stands, i, "%fp_n");
}

/// Of an addition of %fp_n, whose shadow is %fp_m and %fp_r, to the place that held %fp_y. Leaves its result and its shadow in %fp_e, %fp_m, %fp_r.
void rewriter::swap_cell(const place& p, const std::string& space) {
  out_.put("{ .reg .f64 %o, %s, %d, %r, %u, %t; .reg .f32 %f, %g; .reg .b64 %c, %k, %w; .reg .b32 %l, %h; .reg .pred %p;");
  // Sums in global memory flush; elsewhere they may not.
  out_.put(space == "shared" ? "add.rn.f32 %f, %fp_y, %fp_x;" : "add.rn.ftz.f32 %f, %fp_y, %fp_x;");
  out_.put("cvt.f64.f32 %o, %fp_y; cvt.f64.f32 %fp_e, %f; add.rn.f64 %s, %o, %fp_n; sub.rn.f64 %d, %s, %fp_e; sub.rn.f64 %t, %fp_m, %fp_n; add.rn.f64 %d, %d, %t;"
           "abs.f64 %u, %s; mul.rp.f64 %u, %u, $U; add.rp.f64 %r, %fp_r, %u; abs.f64 %u, %d; fma.rp.f64 %r, %u, 0d3CC0000000000000, %r; abs.f64 %t, %t; fma.rp.f64 %r, %t, 0d3CC0000000000000, %r;");
  if (space.empty()) out_.put("add.rp.f64 %r, %r, 0d3810000000000000;"); // 2^-126
  const std::string at = "[" + p.base + "+" + std::to_string(p.offset) + "]";
  out_.put("ld.volatile$s.b64 %c, $a; fp_again$@:", {{'s', p.space}, {'a', at}});
  const std::string again = "fp_again" + std::to_string(out_.count());
  if (encloses())
    out_.put("mov.b64 {%l, %h}, %c; mov.b32 %f, %l; mov.b32 %g, %h; cvt.f64.f32 %fp_m, %f; cvt.f64.f32 %fp_r, %g; add.rn.f64 %fp_m, %fp_m, %d; add.rp.f64 %fp_r, %fp_r, %r;"
             // what binary64 and then binary32 lacks of the distance, and the tag
             "abs.f64 %u, %fp_m; fma.rp.f64 %fp_r, %u, 0d3EB0000000000000, %fp_r; cvt.rn.f32.f64 %f, %fp_m; cvt.rp.f32.f64 %g, %fp_r; mov.b32 %l, %f; mov.b32 %h, %g;");
  else out_.put("mov.b64 %fp_m, %c; add.rn.f64 %fp_m, %fp_m, %d; mov.b64 {%l, %h}, %fp_m;");
  if (tags_) out_.put("or.b32 %l, %l, 3; or.b32 %h, %h, 3;");
  out_.put("mov.b64 %k, {%l, %h}; atom$s.cas.b64 %w, $a, %c, %k; setp.ne.b64 %p, %w, %c; mov.b64 %c, %w; ?%p bra $l; add.rn.f64 %fp_m, %fp_e, %fp_m; }", {{'s', p.space}, {'a', at}, {'l', again}});
}

} // namespace fpcheck::instrument
