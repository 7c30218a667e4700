// Narrower numbers that integer code makes of a number's bits: what is stored lies beside the number, or it is wrong.
#include "rewriter.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;

namespace {

/// How a format's numbers are told from its codes, and where they end.
struct code_row {
  pointee format;
  std::uint8_t bits, precision;
  std::int16_t least_exponent;
  double largest;
  const char* decode; ///< %y becomes the size of the number with the code %c
};
constexpr code_row code_rows[] = {
    {pointee::binary16, 16, 11, -14, 65504, "and.b32 %t, %c, 32767; cvt.u16.u32 %fp_h0, %t; cvt.f64.f16 %y, %fp_h0;"},
    {pointee::bfloat16, 16, 8, -126, 0x1.fep127, "and.b32 %t, %c, 32767; shl.b32 %t, %t, 16; mov.b32 %fp_x, %t; cvt.f64.f32 %y, %fp_x;"},
    // The same exponents, halfway up; those of e4m3 are smaller by 8, and its last code is its only NaN.
    {pointee::e5m2, 8, 3, -14, 57344, "and.b32 %t, %c, 127; shl.b32 %t, %t, 8; cvt.u16.u32 %fp_h0, %t; cvt.f64.f16 %y, %fp_h0;"},
    {pointee::e4m3, 8, 4, -6, 448,
     "and.b32 %t, %c, 127; setp.eq.u32 %p, %t, 127; shl.b32 %t, %t, 7; cvt.u16.u32 %fp_h0, %t; cvt.f64.f16 %y, %fp_h0;"
     "mul.rn.f64 %y, %y, 0d4070000000000000; selp.f64 %y, $N, %y, %p;"},
};

std::string source_value(std::uint32_t k) { return "%fp_cn" + std::to_string(k); }
std::string source_known(std::uint32_t k) { return "%fp_ck" + std::to_string(k); }

} // namespace

/// What the number is that an instruction gives, where it can be told; `mixed` of halves of numbers, which are another matter.
number_class rewriter::class_of_source(const code_source& s) const {
  if (s.instruction >= f_.body.size()) return c::none;
  const ptx::instruction& i = f_.body[s.instruction];
  const ptx::meaning m = ptx::meaning_of(i);
  c is = c::none;
  if (m.access == ptx::access::load) {
    const std::string space = space_of(i);
    const pointee to = space == "global" || space.empty() ? pointee_of(i) : pointee::unknown;
    const unsigned bits = ptx::width(i.type());
    if (to == pointee::binary32) is = bits == 32 ? c::f32 : c::mixed;
    else if (bits == 16 && (to == pointee::binary16 || to == pointee::bfloat16)) is = to == pointee::binary16 ? c::f16 : c::bf16;
  } else {
    is = class_of(m.result);
  }
  if (is == c::none || is == c::mixed) return is;
  const std::vector<ptx::operand> given = elements(i.operands[0]);
  if (s.element >= given.size() || given[s.element].kind != operand_kind::reg) return c::none;
  return ptx::width(f_.registers[given[s.element].id].type) == row(is).bits ? is : c::none;
}

/// Chooses the sources that are watched. A number of 16 bits is one only where something narrower is made of it: else it was chosen, or
/// moved.
void rewriter::choose_sources() {
  source_classes_.assign(how_.sources.size(), c::none);
  for (std::size_t k = 0; k < how_.sources.size(); ++k) {
    const c is = class_of_source(how_.sources[k]);
    const auto narrows = [&](const made_code& m) {
      return m.bits == 8 && std::find(m.sources.begin(), m.sources.end(), k) != m.sources.end();
    };
    if (is == c::f32 || is == c::mixed || std::any_of(how_.codes.begin(), how_.codes.end(), narrows)) source_classes_[k] = is;
  }
}

void rewriter::declare_sources(std::string& text) const {
  for (std::uint32_t k = 0; k < source_classes_.size(); ++k)
    if (row(source_classes_[k]).numbers == 1) text += "  .reg .f64 " + source_value(k) + ";\n  .reg .pred " + source_known(k) + ";\n";
}

void rewriter::begin_sources() {
  for (std::uint32_t k = 0; k < source_classes_.size(); ++k)
    if (row(source_classes_[k]).numbers == 1)
      out_.put("mov.f64 $n, $0; setp.ne.s32 $k, 0, 0;", {{'n', source_value(k)}, {'k', source_known(k)}});
}

/// Numbers that integer code may take apart, as the instruction at hand left them.
void rewriter::note_sources(const ptx::instruction& i) {
  for (std::uint32_t k = 0; k < source_classes_.size(); ++k) {
    if (how_.sources[k].instruction != at_ || row(source_classes_[k]).numbers != 1) continue;
    take_number(source_value(k).c_str(), text(elements(i.operands[0])[how_.sources[k].element]), 0, source_classes_[k]);
    out_.put("setp.eq.s32 $k, 0, 0;", {{'k', source_known(k)}});
  }
}

/// What the buffer holds that an access by a pointer goes to.
pointee rewriter::pointee_of(const ptx::instruction& i) const {
  const auto to = std::find_if(i.operands.begin(), i.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
  return to != i.operands.end() && to->base == ptx::base_kind::reg ? pointee_of(to->id, 16) : pointee::unknown;
}

/// What the place holds that a code goes to.
pointee rewriter::place_of(const made_code& m) const {
  if (m.staged) return m.bits == 8 ? how_.staged_bytes : how_.staged_halves;
  const ptx::instruction& i = f_.body[m.store];
  const std::string space = space_of(i);
  return space == "global" || space.empty() ? pointee_of(i) : pointee::unknown;
}

/// Of codes that integer code made and that the store at hand keeps.
void rewriter::look_at_codes(const ptx::instruction& i) {
  for (const made_code& m : how_.codes) {
    if (m.store != at_) continue;
    const pointee place = place_of(m);
    const auto is_row = [&](pointee p) { return [&m, p](const code_row& r) { return r.format == p && r.bits == m.bits; }; };
    const code_row* format = std::find_if(std::begin(code_rows), std::end(code_rows), is_row(place));
    const bool of_words = format == std::end(code_rows); // nobody says that they are narrow numbers
    const bool takes_words = place == pointee::binary32 || place == pointee::signed_integer || place == pointee::unsigned_integer;
    if (of_words && !(m.by_hand && takes_words)) continue;
    if (of_words) format = std::find_if(std::begin(code_rows), std::end(code_rows), is_row(pointee::bfloat16));
    const std::vector<ptx::operand> stored = elements(i.operands[1]);
    const auto is = [&](std::uint32_t k, c what) { return source_classes_[k] == what; };
    const bool halves = std::any_of(m.sources.begin(), m.sources.end(), [&](std::uint32_t k) { return is(k, c::mixed); });
    const bool any = std::any_of(m.sources.begin(), m.sources.end(), [&](std::uint32_t k) { return !is(k, c::none); });
    if (format == std::end(code_rows) || halves || !any) continue;
    if (m.element >= stored.size() || stored[m.element].kind != operand_kind::reg) continue;
    const unsigned width = ptx::width(f_.registers[stored[m.element].id].type);
    if (width != 16 && width != 32) continue;
    out_.put("{ .reg .b32 %c, %t, %l, %h; .reg .f64 %y, %x, %u, %d, %o; .reg .pred %p, %q, %b, %z, %a, %g, %f, %m, %n, %r;");
    out_.put(width == 16 ? "cvt.u32.u16 %c, $a;" : "mov.b32 %c, $a;", {{'a', text(stored[m.element])}});
    out_.put("shr.u32 %c, %c, $s; and.b32 %c, %c, $k;", {{'s', std::to_string(m.shift)}, {'k', std::to_string((1u << m.bits) - 1)}});
    out_.put(format->decode);
    compare_with_sources(m, format->precision, format->least_exponent, format->largest, of_words);
    keep_chosen(m);
    out_.put("and.pred %fp_q, %m, %a;");
    note_event(event::miscoded, f_.body[m.made_by], "0d3FF0000000000000");
    out_.put("and.pred %fp_q, %z, %a;");
    note_event(event::zeroed, f_.body[m.made_by], "0d3FF0000000000000");
    out_.put("}");
  }
}

/// %m: the size %y is none of the neighbours of any known source; %z: it is zero, for a number that the format has a subnormal one for. %a:
/// there is a source, and one only.
void rewriter::compare_with_sources(const made_code& m, int precision, int least_exponent, double largest, bool of_words) {
  // %g: beside one, or a NaN of one; %f: zero of one; %r: there was a root, %o.
  out_.put("setp.ne.s32 %a, 0, 0; setp.ne.s32 %g, 0, 0; setp.ne.s32 %f, 0, 0; setp.ne.s32 %r, 0, 0; setp.ne.s32 %n, 0, 0; mov.f64 %o, $0;");
  const std::string least = std::to_string(static_cast<std::uint32_t>(1023 + least_exponent) << 20), digits = std::to_string(static_cast<std::uint32_t>(precision - 1) << 20);
  for (const std::uint32_t k : m.sources) {
    if (row(source_classes_[k]).numbers != 1) continue;
    out_.put("abs.f64 %x, $x; or.pred %a, %a, $k;"
             // The unit of its binade.
             "mov.b64 {%l, %h}, %x; and.b32 %h, %h, 2146435072; max.u32 %h, %h, $e; sub.u32 %h, %h, $w;"
             "mov.b32 %l, 0; mov.b64 %u, {%l, %h};"
             "sub.rn.f64 %d, %y, %x; abs.f64 %d, %d; setp.geu.f64 %b, %d, %u; setp.neu.f64 %q, %d, $0;"
             "div.rn.f64 %d, %x, %u; { .reg .f64 %i; cvt.rni.f64.f64 %i, %d; setp.eq.and.f64 %q, %i, %d, %q; } or.pred %b, %b, %q;"
             "setp.eq.f64 %z, %y, $0; setp.lt.and.f64 %z, %x, $l, %z; setp.gt.and.f64 %z, %d, 0d3FE0000000000000, %z;"
             "and.pred %z, %z, $k; or.pred %f, %f, %z;",
             {{'x', source_value(k)}, {'k', source_known(k)}, {'e', least}, {'w', digits}, {'l', literal(std::ldexp(1.0, least_exponent))}});
    // What lies beyond becomes the largest, or an infinity, or a NaN.
    out_.put("setp.gt.f64 %p, %x, $b; setp.ne.f64 %q, %y, $b; setp.lt.and.f64 %q, %y, $I, %q; and.pred %q, %q, %p;"
             "not.pred %p, %p; and.pred %b, %b, %p; or.pred %b, %b, %q;",
             {{'b', literal(largest)}});
    out_.put("setp.num.f64 %p, %x, %x; and.pred %b, %b, %p;");
    if (!of_words) out_.put("not.pred %p, %p; setp.num.f64 %q, %y, %y; and.pred %p, %p, %q; or.pred %b, %b, %p;"); // elsewhere NaNs are told of by others
    out_.put("not.pred %b, %b; and.pred %b, %b, $k; or.pred %g, %g, %b;", {{'k', source_known(k)}});
    if (!how_.sources[k].is_root) continue;
    out_.put("{ .reg .pred %e; setp.neu.f64 %p, $x, %o; and.pred %q, %r, $k; and.pred %p, %p, %q;"
             "setp.nan.f64 %e, $x, $x; setp.num.or.f64 %e, %o, %o, !%e; and.pred %p, %p, %e; }"
             "or.pred %n, %n, %p; or.pred %r, %r, $k; selp.f64 %o, $x, %o, $k;",
             {{'x', source_value(k)}, {'k', source_known(k)}});
  }
  out_.put("not.pred %n, %n; and.pred %a, %a, %n; not.pred %g, %g; and.pred %z, %f, %g; not.pred %f, %f; and.pred %m, %g, %f;");
}

/// %m: and it is no code that the program chooses as it stands.
void rewriter::keep_chosen(const made_code& m) {
  const std::uint32_t kept = (1u << (m.bits - 1)) - 1;
  std::set<std::uint32_t> chosen;
  for (const std::uint32_t v : m.literals) chosen.insert(v & kept), chosen.insert((v >> (32 - m.bits)) & kept);
  if (chosen.empty()) return;
  out_.put("and.b32 %t, %c, $k;", {{'k', std::to_string(kept)}});
  for (const std::uint32_t v : chosen) out_.put("setp.ne.and.s32 %m, %t, $v, %m;", {{'v', std::to_string(v)}});
}

} // namespace fpcheck::instrument
