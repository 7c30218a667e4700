// Events besides the size of errors: what is born, swallowed, cancelled, absorbed, flushed, narrowed, and integers that leave their range.
#include "rewriter.hpp"

#include <algorithm>
#include <cmath>

namespace fpcheck::instrument {

using c = number_class;
using ptx::content;
using ptx::operand_kind;
using ptx::operation;
using t = ptx::modifier;

/// Counts `what` where %fp_q is set; `weight` is what the worst of them is told by.
void rewriter::note_event(event what, const ptx::instruction& i, std::string_view weight) {
  const unsigned at = static_cast<unsigned>(std::stoul(record(what, i)));
  out_.put("{ .reg .b64 %k, %o; .reg .b32 %h; .reg .f32 %f; .reg .f64 %a; .reg .pred %p; ?!%fp_q bra fp_quiet$@; red.global.add.u32 [%fp_records+$n], 1; abs.f64 %a, $w; cvt.rn.f32.f64 %f, %a; mov.b32 %h, %f;"
           "mov.b64 %k, {%fp_cta, %h}; ld.global.b64 %o, [%fp_records+$i]; setp.gt.u64 %p, %k, %o; ?%p red.global.max.u64 [%fp_records+$i], %k; fp_quiet$@: }",
           {{'n', std::to_string(at + 16)}, {'i', std::to_string(at)}, {'w', weight}});
}

/// What is looked at for causes: arithmetic in one format.
bool rewriter::is_weighed(const ptx::instruction& i, const ptx::meaning& m) const {
  return how_.looks_for == depth::causes && !i.operands.empty() && row(classes_.of(i.operands[0])).numbers != 0 && m.result == m.source;
}

/// %fp_finite0, %fp_numbers0: all operands are such; of a sum %fp_top0 and %fp_low0 become the sizes of its addends, %fp_own0 its exact value;
/// of a second number in the registers the same with 1.
void rewriter::weigh_operands(const ptx::instruction& i, const ptx::meaning& m, unsigned part) {
  if (!is_weighed(i, m)) return;
  const c is = classes_.of(i.operands[0]);
  const std::string n = std::to_string(part);
  out_.put("setp.eq.s32 %fp_finite$n, 0, 0; setp.eq.s32 %fp_numbers$n, 0, 0;", {{'n', n}});
  std::vector<std::string> values;
  for (std::size_t k = 1; k < std::min<std::size_t>(i.operands.size(), 4); ++k) {
    values.push_back("%fp_v" + std::to_string(k));
    take_value(values.back().c_str(), i.operands[k], part, is);
    out_.put("abs.f64 %fp_n, $a; setp.lt.and.f64 %fp_finite$n, %fp_n, $I, %fp_finite$n; setp.num.and.f64 %fp_numbers$n, %fp_n, %fp_n, %fp_numbers$n;", {{'a', values.back()}, {'n', n}});
  }
  if (!ptx::is_real_sum(m)) return;
  if (m.operation == operation::fused) out_.put("mul.rn.f64 %fp_top$n, %fp_v1, %fp_v2; fma.rn.f64 %fp_own$n, %fp_v1, %fp_v2, %fp_v3; abs.f64 %fp_top$n, %fp_top$n; abs.f64 %fp_n, %fp_v3;", {{'n', n}});
  else out_.put("$o.rn.f64 %fp_own$n, %fp_v1, %fp_v2; abs.f64 %fp_top$n, %fp_v1; abs.f64 %fp_n, %fp_v2;", {{'o', m.operation == operation::sum ? "add" : "sub"}, {'n', n}});
  out_.put("min.f64 %fp_low$n, %fp_top$n, %fp_n; max.f64 %fp_top$n, %fp_top$n, %fp_n;", {{'n', n}});
}

/// Of a result whose shadow is in %fp_m and %fp_r.
void rewriter::weigh_result(const ptx::instruction& i, const ptx::meaning& m, unsigned part) {
  if (!is_weighed(i, m)) return;
  const ptx::operand& d = i.operands[0];
  const class_row& of = row(classes_.of(d));
  const std::string n = std::to_string(part), radius = encloses() ? "%fp_r" : literal(0);
  take_value("%fp_e", d, part, of.id);
  out_.put("{ .reg .f64 %a; .reg .pred %p; abs.f64 %a, %fp_e; setp.eq.and.f64 %fp_q, %a, $I, %fp_finite$n; setp.nan.and.f64 %p, %a, %a, %fp_numbers$n; or.pred %fp_q, %fp_q, %p; }", {{'n', n}});
  note_event(event::born, i, "0d3FF0000000000000");
  // A zero, or so few digits of a subnormal number that half of them are gone.
  out_.put("{ .reg .f64 %a, %b; abs.f64 %a, %fp_m; sub.rn.f64 %b, %fp_e, %fp_m; abs.f64 %b, %b; mul.rn.f64 %fp_n, %b, 0d40B0000000000000; setp.lt.f64 %fp_q, %a, $l; setp.gt.and.f64 %fp_q, %fp_n, %a, %fp_q; setp.gt.and.f64 %fp_q, %b, $r, %fp_q; }",
           {{'l', literal(std::ldexp(1.0, of.least_exponent))}, {'r', radius}});
  note_event(event::flushed, i, "0d3FF0000000000000");
  if (!ptx::is_real_sum(m)) return;
  // Eight times smaller than its addends, and off by more than rounding may make, or perhaps so.
  out_.put("{ .reg .f64 %s, %a, %b; .reg .b32 %l, %h;");
  put_scale(of);
  out_.put("abs.f64 %a, %fp_m; mul.rn.f64 %a, %a, 0d4020000000000000; setp.le.f64 %fp_q, %a, %fp_top$n; sub.rn.f64 %b, %fp_e, %fp_m; abs.f64 %b, %b; add.rn.f64 %b, %b, $r; mul.rn.f64 %fp_n, %b, %s; setp.gt.and.f64 %fp_q, %fp_n, $L, %fp_q; }",
           {{'n', n}, {'r', radius}});
  note_event(event::cancelled, i, "%fp_n");
  if (of.element == c::f64) return; // what its sum rounds away binary64 does not show
  out_.put("sub.rn.f64 %fp_n, %fp_own$n, %fp_e; abs.f64 %fp_n, %fp_n; mul.rn.f64 %fp_n, %fp_n, 0d40B0000000000000; setp.gt.f64 %fp_q, %fp_n, %fp_low$n; setp.gt.and.f64 %fp_q, %fp_low$n, $0, %fp_q; div.rn.f64 %fp_n, %fp_n, %fp_low$n;", {{'n', n}});
  note_event(event::absorbed, i, "%fp_n");
}

/// Of a minimum, maximum or clamp: whether an operand that its result says nothing of is a NaN or an infinity of the kernel's own making.
void rewriter::look_for_swallowed(const ptx::instruction& i, std::size_t operand, unsigned part, number_class as) {
  const ptx::operand& o = i.operands[operand];
  if (o.kind != operand_kind::reg || !has_shadow(o)) return;
  const number x = shadow(o, part, as);
  take_value("%fp_e", o, part, as);
  // Of data the shadow is the same, and exact.
  out_.put("{ .reg .f64 %a, %b; .reg .pred %p, %n; abs.f64 %a, %fp_e; abs.f64 %b, $x; setp.eq.f64 %p, %a, $I; setp.lt.and.f64 %p, %b, $I, %p; setp.nan.f64 %n, %a, %a;", {{'x', x.mid}});
  out_.put(encloses() ? "{ .reg .pred %k; setp.num.f64 %k, %b, %b; setp.neu.or.f64 %k, $r, $0, %k; and.pred %n, %n, %k; or.pred %fp_q, %p, %n; } }" : "setp.num.and.f64 %n, %b, %b, %n; or.pred %fp_q, %p, %n; }", {{'r', x.rad}});
  note_event(event::swallowed, i, "0d3FF0000000000000");
}

namespace {

/// Where the numbers of a type end: what is larger becomes an infinity, or the largest.
struct end_of_format {
  t type;
  const char* beyond;
};
constexpr end_of_format ends[] = {{t::f32, "0d47EFFFFFF0000000"}, {t::f16, "0d40EFFE0000000000"}, {t::bf16, "0d47EFF00000000000"}, {t::e4m3, "0d407D000000000000"}, {t::e5m2, "0d40EE000000000000"}, {t::e4m3x2, "0d407D000000000000"},
                                  {t::e5m2x2, "0d40EE000000000000"}, {t::f16x2, "0d40EFFE0000000000"}, {t::bf16x2, "0d47EFF00000000000"}};

} // namespace

/// Of a conversion of the number `from` to a narrower format: finite numbers that it has none for, and what it rounds away.
void rewriter::look_at_narrowing(const ptx::instruction& i, const ptx::meaning& m, const ptx::operand& from) {
  if (m.operation != operation::narrowing || from.kind != operand_kind::reg || row(class_of(m.source)).numbers != 1) return;
  const auto end = std::find_if(std::begin(ends), std::end(ends), [&](const end_of_format& e) { return e.type == m.result; });
  if (end == std::end(ends)) return;
  take_value("%fp_m", from, 0, class_of(m.source));
  out_.put("abs.f64 %fp_n, %fp_m; setp.ge.f64 %fp_q, %fp_n, $b; setp.lt.and.f64 %fp_q, %fp_n, $I, %fp_q;", {{'b', end->beyond}});
  note_event(event::saturated, i, "%fp_n");
}

/// Of a number of the format `source` that was %fp_m and is `d` now, narrower.
void rewriter::look_at_rounding(const ptx::instruction& i, const ptx::operand& d, unsigned part, number_class source) {
  take_value("%fp_e", d, part, classes_.of(d));
  out_.put("setp.eq.f64 %fp_q, %fp_e, $0; setp.ne.and.f64 %fp_q, %fp_m, $0, %fp_q;");
  note_event(event::zeroed, i, "0d3FF0000000000000");
  if (watched_at(at_).before_units) {
    out_.put("setp.ne.f64 %fp_q, %fp_e, %fp_m;");
    note_event(event::units_lost, i, "%fp_m");
  }
  if (how_.looks_for != depth::causes) return;
  out_.put("{ .reg .f64 %s, %a; .reg .b32 %l, %h;");
  put_scale(row(source));
  out_.put("sub.rn.f64 %a, %fp_e, %fp_m; abs.f64 %a, %a; mul.rn.f64 %fp_n, %a, %s; setp.gt.f64 %fp_q, %fp_n, $L; }");
  note_event(event::narrowed, i, "%fp_n");
}

/// An integer that binary32 or less does not hold; its exact value is the midpoint of `d`.
void rewriter::look_at_integer(const ptx::instruction& i, const ptx::operand& d) {
  if (how_.looks_for != depth::causes || row(classes_.of(d)).numbers != 1) return;
  take_value("%fp_e", d, 0, classes_.of(d));
  out_.put("sub.rn.f64 %fp_n, %fp_e, $a; setp.neu.f64 %fp_q, %fp_n, $0;", {{'a', shadow(d, 0, classes_.of(d)).mid}});
  note_event(event::integer_lost, i, "%fp_n");
}

namespace {

/// First and last of what an integer type holds, as PTX writes binary64.
std::pair<std::string, std::string> range_of(t type) {
  const bool with_sign = type == t::s8 || type == t::s16 || type == t::s32 || type == t::s64;
  const unsigned bits = ptx::width(type);
  const double half = static_cast<double>(std::uint64_t{1} << (bits - 1));
  return {literal(with_sign ? -half : 0), literal(with_sign ? half : 2 * half)};
}

} // namespace

/// Of a conversion to an integer: numbers that its type does not hold, and addends in fixed point that vanish.
void rewriter::look_at_range(const ptx::instruction& i, const ptx::meaning& m, const char* way) {
  const watched& w = watched_at(at_);
  if (!w.clamps && !w.vanishes && !w.scaled) return;
  take_value("%fp_m", i.operands[1], 0, class_of(m.source));
  out_.put("cvt.$w.f64.f64 %fp_e, %fp_m;", {{'w', way}});
  if (w.clamps) {
    const auto [low, beyond] = range_of(i.type(0));
    out_.put("{ .reg .f64 %a; .reg .pred %p; abs.f64 %a, %fp_m; setp.lt.f64 %fp_q, %fp_e, $l; setp.ge.or.f64 %fp_q, %fp_e, $b, %fp_q; setp.lt.and.f64 %fp_q, %a, $I, %fp_q; }", {{'l', low}, {'b', beyond}});
    note_event(event::left_range, i, "%fp_m");
  }
  if (w.scaled) look_at_fractions(i);
  if (!w.vanishes) return;
  if (std::string_view(way) != "rni") look_at_drift(i);
  out_.put("setp.eq.f64 %fp_q, %fp_e, $0; setp.neu.and.f64 %fp_q, %fp_m, $0, %fp_q;");
  note_event(event::vanished, i, "0d3FF0000000000000");
  out_.put("setp.neu.f64 %fp_p, %fp_e, $0; ?%fp_p red.global.add.u32 [%fp_records+$k], 1;", {{'k', std::to_string((result_.sites.size() - 1) * sizeof(instrument::record) + 20)}});
}

/// Of a conversion to an integer that is scaled afterwards: the number %fp_m of which %fp_e, nothing, is left.
void rewriter::look_at_fractions(const ptx::instruction& i) {
  out_.put("setp.eq.f64 %fp_q, %fp_e, $0; setp.neu.and.f64 %fp_q, %fp_m, $0, %fp_q;");
  note_event(event::fractions_lost, i, "%fp_m");
  const std::size_t at = (result_.sites.size() - 1) * sizeof(instrument::record);
  out_.put("abs.f64 %fp_n, %fp_m; setp.lt.and.f64 %fp_q, %fp_n, 0d3FB0000000000000, %fp_q; ?%fp_q red.global.add.u32 [%fp_records+$s], 1;"
           "ld.global.u32 %fp_i, [%fp_records+$k]; setp.eq.s32 %fp_p, %fp_i, 0; setp.neu.and.f64 %fp_p, %fp_e, $0, %fp_p;"
           "?%fp_p red.global.add.u32 [%fp_records+$k], 1;",
           {{'s', std::to_string(at + 24)}, {'k', std::to_string(at + 20)}});
}

/// Of an addend in fixed point, %fp_m, that is cut to %fp_e: what all of them lose, beside their sizes.
void rewriter::look_at_drift(const ptx::instruction& i) {
  const std::string at = record(event::drifted, i);
  const auto offset = [&](int more) { return std::to_string(std::stoul(at) + static_cast<unsigned>(more)); };
  const auto [low, beyond] = range_of(i.type(0));
  out_.put("{ .reg .f64 %a, %d; .reg .pred %p; setp.ge.f64 %p, %fp_e, $l; setp.lt.and.f64 %p, %fp_e, $b, %p; ?!%p bra fp_beyond$@;"
           "abs.f64 %a, %fp_m; sub.rn.f64 %d, %fp_m, %fp_e; red.global.add.f64 [%fp_records+$i], %a;"
           "red.global.add.f64 [%fp_records+$g], %d;"
           "setp.neu.f64 %p, %d, $0; ?%p red.global.add.u32 [%fp_records+$n], 1; fp_beyond$@: }",
           {{'l', low}, {'b', beyond}, {'i', at}, {'g', offset(8)}, {'n', offset(16)}});
}

/// Of a sum that moved the exponent of the number whose bits were %fp_moved: out of its field. Infinities and NaNs aside, and powers of two
/// made of a literal 1 whose code became that of 0.
void rewriter::look_at_moved_exponent(const ptx::instruction& i) {
  const std::uint8_t moved = watched_at(at_).moved_exponent;
  if (moved == 0) return;
  out_.put("{ .reg .b32 %b, %e; sub.s32 %b, $d, %fp_moved; shr.s32 %b, %b, 23; shr.u32 %e, %fp_moved, 23; and.b32 %e, %e, 255;"
           "add.s32 %fp_i, %e, %b; setp.lt.s32 %fp_q, %fp_i, $l; setp.gt.or.s32 %fp_q, %fp_i, 254, %fp_q; setp.eq.or.s32 %fp_q, %e, 0, %fp_q;"
           "setp.ne.and.s32 %fp_q, %b, 0, %fp_q; setp.ne.and.s32 %fp_q, %e, 255, %fp_q; }",
           {{'d', text(i.operands[0])}, {'l', i.operands[moved].kind == operand_kind::immediate ? "0" : "1"}});
  note_event(event::left_range, i, "0d3FF0000000000000");
}

/// The register of 32 bits that `o` was cut from just before, and that still holds it; else `o` itself.
ptx::operand rewriter::cut_from(const ptx::operand& o) const {
  for (std::size_t k = at_; k-- > 0;) {
    const ptx::instruction& d = f_.body[k];
    if (labels_.count(static_cast<ptx::index>(k + 1)) != 0) return o;
    if (d.operands.empty() || d.operands[0].kind != operand_kind::reg || d.operands[0].id != o.id) continue;
    const bool cuts = d.form == ptx::form::cvt_int_to_int && d.guard == ptx::none && d.operands[1].kind == operand_kind::reg && ptx::width(f_.registers[d.operands[1].id].type) == 32;
    if (!cuts) return o;
    for (std::size_t n = k + 1; n < at_; ++n)
      if (!f_.body[n].operands.empty() && f_.body[n].operands[0].kind == operand_kind::reg && f_.body[n].operands[0].id == d.operands[1].id) return o;
    return d.operands[1];
  }
  return o;
}

/// %fp_q: the integer `v` is not what `bits` bits of it say, of a sign that `signs` tells (0 either, 1 without, 2 with).
void rewriter::look_at_low_bits(const ptx::instruction& i, const ptx::operand& v, unsigned bits, place_sign sign, unsigned said) {
  const unsigned width = ptx::width(f_.registers[v.id].type);
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  const std::int64_t low = sign == place_sign::without ? 0 : -half, high = sign == place_sign::with ? half - 1 : 2 * half - 1;
  out_.put(width == 64 ? "mov.b64 %fp_q64, $a;" : width == 32 ? "cvt.s64.s32 %fp_q64, $a;" : "cvt.s64.s16 %fp_q64, $a;", {{'a', text(v)}});
  const auto outside = [&] {
    out_.put("{ .reg .pred %p; setp.lt.s64 %fp_q, %fp_q64, $l; setp.gt.or.s64 %fp_q, %fp_q64, $h, %fp_q; }", {{'l', std::to_string(low)}, {'h', std::to_string(high)}});
  };
  outside();
  if (said != 0) { // where the upper bits were shifted out, the others give the sign
    out_.put("{ .reg .b64 %a; shl.b64 %a, %fp_q64, $n; shr.s64 %a, %a, $n; selp.b64 %fp_q64, %a, %fp_q64, %fp_q; }", {{'n', std::to_string(64 - said)}});
    outside();
  }
  out_.put("cvt.rn.f64.s64 %fp_n, %fp_q64;");
  note_event(event::left_range, i, "%fp_n");
}

/// What the pointer points to that an address is made of.
pointee rewriter::pointee_of(ptx::index reg, int steps) const {
  const auto at = writers_.find(reg);
  if (steps == 0 || at == writers_.end()) return pointee::unknown;
  for (const std::size_t k : at->second) {
    const ptx::instruction& d = f_.body[k];
    const ptx::meaning m = ptx::meaning_of(d);
    const bool passes = d.form == ptx::form::mov || m.operation == operation::address || m.operation == operation::sum || m.operation == operation::selection;
    for (std::size_t n = 1; n < d.operands.size(); ++n) {
      const ptx::operand& o = d.operands[n];
      if (m.access == ptx::access::load && o.kind == operand_kind::address && o.base == ptx::base_kind::symbol && !p_.code.symbols[o.id].is_function) {
        const auto parameter = std::find(f_.parameters.begin(), f_.parameters.end(), p_.code.symbols[o.id].id);
        const auto number = static_cast<std::size_t>(parameter - f_.parameters.begin());
        if (o.value == 0 && number < how_.parameters.size()) return how_.parameters[number];
      }
      if (!passes || o.kind != operand_kind::reg || o.id == reg) continue;
      if (const pointee p = pointee_of(o.id, steps - 1); p != pointee::unknown) return p;
    }
  }
  return pointee::unknown;
}

/// What is looked for in integer code, by what the engine's static analysis says of it.
void rewriter::look_at_integers(const ptx::instruction& i) {
  look_at_order(i);
  look_at_key(i);
  look_at_counted(i);
  const watched& w = watched_at(at_);
  if (w.moved_exponent != 0) out_.put("mov.b32 %fp_moved, $a;", {{'a', text(i.operands[w.moved_exponent])}});
  if (w.mistakes_bits) {
    out_.put("setp.eq.s32 %fp_q, 0, 0;");
    note_event(event::bits_mistaken, i, "0d3FF0000000000000");
  }
  if (w.single_constant) {
    out_.put("setp.eq.s32 %fp_q, 0, 0;");
    note_event(event::constant_narrowed, i, "0d3FF0000000000000");
  }
  if (w.shifts && i.operands.size() == 3 && i.operands[2].kind == operand_kind::reg) {
    const unsigned bits = ptx::width(i.type(0));
    out_.put("setp.lt.s32 %fp_q, $b, 0;", {{'b', text(i.operands[2])}});
    if (i.form == ptx::form::shl) out_.put("setp.ge.or.s32 %fp_q, $b, $n, %fp_q;", {{'b', text(i.operands[2])}, {'n', std::to_string(bits)}});
    out_.put(bits == 64 ? "setp.ne.and.b64 %fp_q, $a, 0, %fp_q;" : bits == 32 ? "setp.ne.and.b32 %fp_q, $a, 0, %fp_q;" : "setp.ne.and.b16 %fp_q, $a, 0, %fp_q;", {{'a', text(i.operands[1])}});
    note_event(event::left_range, i, "0d3FF0000000000000");
  }
  if (!w.wraps || i.form != ptx::form::cvt_int_to_int || i.operands[1].kind != operand_kind::reg) return;
  const unsigned to = ptx::width(i.type(0)), from = ptx::width(i.type(1)), whole = ptx::width(f_.registers[i.operands[1].id].type);
  const bool with_sign = i.type(1) == t::s8 || i.type(1) == t::s16 || i.type(1) == t::s32;
  const unsigned bits = from >= whole ? to : std::min(to, from);
  look_at_low_bits(i, i.operands[1], bits, from < whole && with_sign && from <= to ? place_sign::with : place_sign::either, 0);
}

/// Of a store of one or two bytes of an integer: what they lose of it.
void rewriter::look_at_stored_integer(const ptx::instruction& i, const ptx::operand& address, const ptx::operand& v, unsigned bytes) {
  const watched& w = watched_at(at_);
  if (!w.wraps || bytes > 2 || v.kind != operand_kind::reg) return;
  place_sign sign = place_sign::either;
  const pointee to = address.base == ptx::base_kind::reg ? pointee_of(address.id, 16) : pointee::unknown;
  if (to == pointee::signed_integer || to == pointee::unsigned_integer) sign = to == pointee::signed_integer ? place_sign::with : place_sign::without;
  else if (w.samples) { // they go where samples lie, which the loads of as many bytes tell
    bool with = false, without = false;
    for (const ptx::instruction& l : f_.body)
      if (l.form != ptx::form::unknown && ptx::meaning_of(l).access == ptx::access::load && space_of(l) != "param" && ptx::width(l.type()) == 8 * bytes)
        (l.type() == t::s8 || l.type() == t::s16 ? with : without) = true;
    if (with == without) return;
    sign = with ? place_sign::with : place_sign::without;
  }
  look_at_low_bits(i, cut_from(v), 8 * bytes, sign, w.low_bits);
}

/// A sum below binary32 that a loop carries: that it takes place at all.
void rewriter::look_at_narrow_sum(const ptx::instruction& i) {
  if (!watched_at(at_).sums_narrow) return;
  const std::size_t next = result_.sites.size() * sizeof(instrument::record);
  out_.put("ld.global.u32 %fp_i, [%fp_records+$k]; setp.lt.u32 %fp_q, %fp_i, 1024;", {{'k', std::to_string(next + 16)}});
  note_event(event::sums_narrow, i, "0d3FF0000000000000");
}

/// Of a 16-bit number that takes the place of the one it was made of: exact arithmetic changes it, and it stays.
void rewriter::look_at_update(const ptx::instruction& i, const ptx::operand& address, const ptx::operand& v, number_class as) {
  if (row(as).bits != 16 || row(as).numbers != 1 || v.kind != operand_kind::reg || space_of(i) != "global") return;
  const bool loaded = std::any_of(f_.body.begin(), f_.body.end(), [&](const ptx::instruction& l) {
    if (l.form == ptx::form::unknown || ptx::meaning_of(l).access != ptx::access::load || l.operands.size() < 2 || space_of(l) != "global" || ptx::width(l.type()) != 16) return false;
    const auto& from = *std::find_if(l.operands.begin(), l.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
    return from.base == address.base && from.id == address.id && from.value == address.value;
  });
  if (!loaded) return;
  const number x = shadow(v, 0, as);
  const std::string where = text(address);
  out_.put("ld.global.b16 %fp_h1, $a; mov.b16 %fp_h0, $v;", {{'a', where}, {'v', text(v)}});
  take_value("%fp_e", v, 0, as);
  out_.put("{ .reg .f64 %a, %b; sub.rn.f64 %a, %fp_e, $x; abs.f64 %a, %a; add.rn.f64 %b, $r, $r; setp.gt.f64 %fp_q, %a, %b; setp.eq.and.b16 %fp_q, %fp_h0, %fp_h1, %fp_q; setp.lt.and.f64 %fp_q, %a, $I, %fp_q; }",
           {{'x', x.mid}, {'r', x.rad}});
  note_event(event::update_lost, i, "0d3FF0000000000000");
}

} // namespace fpcheck::instrument
