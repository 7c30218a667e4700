// Integer code and the bits of numbers (rule R2).
#include "rewriter.hpp"

#include <algorithm>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;

void rewriter::integer(const ptx::instruction& i, const ptx::meaning& m) {
  const bool has_result = m.gives != ptx::content::none;
  const ptx::operand& d = i.operands[0];
  const c to = has_result ? classes_.of(d) : c::none;
  const ptx::operand* reshaped = nullptr;
  std::vector<ptx::operand> seen;
  for (std::size_t k = has_result ? 1 : 0; k < i.operands.size(); ++k)
    for (const ptx::operand& o : elements(i.operands[k])) {
      if (o.joined || classes_.of(o) == c::none || classes_.of(o) == c::mixed) continue;
      const bool known = std::any_of(seen.begin(), seen.end(), [&](const ptx::operand& x) { return x.id == o.id; });
      if (known) continue;
      seen.push_back(o);
      const bool number = classes_.of(o) == c::f32 || classes_.of(o) == c::derived;
      if (reshaped == nullptr && (to == c::f32 || to == c::derived) && number && m.lineage == ptx::lineage::reshapes) reshaped = &i.operands[k];
      else end(i, o);
    }
  if (reshaped != nullptr && to == c::f32) return reshape(i, *reshaped);
  if (reshaped != nullptr) { // before a result that may be the operand's register
    keep_code(d, *reshaped, classes_.of(*reshaped));
    return machine(i);
  }
  machine(i);
  if (has_result && to != c::none && to != c::mixed) restart(d);
}

/// The bits of the number that `o` is, or is derived from.
std::string rewriter::code(const ptx::operand& o) { return classes_.of(o) == c::derived ? "%fp_c" + std::to_string(o.id) : text(o); }

/// `d` is derived from the number in `from`; from its own bits, where these are all that is known.
void rewriter::keep_code(const ptx::operand& d, const ptx::operand& from, number_class of) {
  const number to = shadow(d, 0, c::f32);
  out_.put("mov.b32 %fp_c$i, $a;", {{'i', std::to_string(d.id)}, {'a', of == c::derived ? code(from) : text(from)}});
  if (from.id == d.id && of == c::f32) {
    out_.put("mov.b32 %fp_x, $a; cvt.f64.f32 $d, %fp_x;", {{'a', text(from)}, {'d', to.mid}});
    if (encloses()) out_.put("mov.f64 $d, $0;", {{'d', to.rad}});
    return;
  }
  const number x = shadow(from, 0, c::f32);
  out_.put("mov.f64 $d, $a;", {{'d', to.mid}, {'a', x.mid}});
  if (encloses()) out_.put("mov.f64 $d, $a;", {{'d', to.rad}, {'a', x.rad}});
}

/// A result whose fraction is that of the number `from`: the number, negated or times a power of two. One that lacks low bits of it is
/// the same, narrowed. Anything else is an end.
void rewriter::reshape(const ptx::instruction& i, const ptx::operand& from) {
  const ptx::operand& d = i.operands[0];
  const std::string at = record(event::ended, i);
  const bool masks = ptx::meaning_of(i).operation == ptx::operation::logic; // not the number next to it
  const number x = shadow(from, 0, c::f32);
  out_.put("{ .reg .b32 %s, %t, %x, %y; .reg .f64 %a, %b, %m, %r; .reg .pred %p, %q, %o; mov.b32 %s, $b; mov.f64 %m, $x; mov.f64 %r, $r;", {{'b', code(from)}, {'x', x.mid}, {'r', x.rad}});
  machine(i);
  // Both normal, with one fraction.
  out_.put("mov.b32 %t, $d; xor.b32 %x, %s, %t; and.b32 %y, %x, 8388607; setp.eq.s32 %p, %y, 0;"
           "shl.b32 %y, %s, 1; sub.u32 %y, %y, 16777216; setp.lt.and.u32 %p, %y, -33554432, %p; shl.b32 %y, %t, 1; sub.u32 %y, %y, 16777216; setp.lt.and.u32 %p, %y, -33554432, %p;"
           // Up to sixteen low bits cleared, and eight at least clear.
           "setp.lt.u32 %q, %x, 65536; and.b32 %y, %t, %x; setp.eq.and.s32 %q, %y, 0, %q; and.b32 %y, %t, 255; setp.eq.and.s32 %q, %y, 0, %q; mov.b32 %y, $z; setp.ne.and.s32 %q, %y, 0, %q; setp.eq.or.s32 %q, %x, 0, %q; or.pred %o, %p, %q;"
           "mov.b32 %fp_x, %s; cvt.f64.f32 %a, %fp_x; mov.b32 %fp_y, %t; cvt.f64.f32 %b, %fp_y; mov.f64 %fp_m, %m; mov.f64 %fp_r, %r; sub.rn.f64 %fp_e, %a, %m; abs.f64 %fp_e, %fp_e;"
           "?%o bra fp_reshaped$@;",
           {{'d', text(d)}, {'z', masks ? "1" : "0"}});
  const std::string label = "fp_reshaped" + std::to_string(out_.count());
  note_margin(at, row(c::f32), event::ended);
  out_.put_text(label + ":");
  out_.put("div.rn.f64 %a, %b, %a; selp.f64 %a, %a, 0d3FF0000000000000, %p; mul.rn.f64 %m, %m, %a; abs.f64 %a, %a; mul.rn.f64 %r, %r, %a;"
           "selp.f64 %fp_m, %m, %b, %o; selp.f64 %fp_r, %r, $0, %o; }");
  take_result(d, 0);
}

/// The numbers in `o` end here. What is lost with them matters where their error is beyond the limit.
void rewriter::end(const ptx::instruction& i, const ptx::operand& o) {
  const c is = classes_.of(o);
  const std::string at = record(event::ended, i);
  if (is == c::raw) { // bits that only move: nothing is lost with those that mean themselves
    out_.put("mov.b32 %fp_i, 0;");
    for (unsigned k = 0; k < ptx::width(f_.registers[o.id].type) / 16; ++k) out_.put("or.b32 %fp_i, %fp_i, $a;", {{'a', word(o.id, k)}});
    return out_.put("setp.ne.s32 %fp_p, %fp_i, 0; ?%fp_p red.global.add.u32 [%fp_records+$k], 1;", {{'k', std::to_string(std::stoul(at) + 20)}});
  }
  const c as = is == c::derived ? c::f32 : is;
  for (unsigned part = 0; part < row(as).numbers; ++part) {
    const number x = shadow(o, part, as);
    if (is == c::derived) out_.put("mov.b32 %fp_x, $a; cvt.f64.f32 %fp_m, %fp_x;", {{'a', code(o)}});
    else take_value("%fp_m", o, part, is);
    out_.put("sub.rn.f64 %fp_e, %fp_m, $a; abs.f64 %fp_e, %fp_e; mov.f64 %fp_r, $A;", {{'a', x.mid}, {'A', x.rad}});
    note_margin(at, row(as), event::ended);
  }
}

} // namespace fpcheck::instrument
