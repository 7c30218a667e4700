// Operations on real numbers: what their exact values are, and what decides by them.
#include "arithmetic.hpp"
#include "rewriter.hpp"

#include <algorithm>
#include <cmath>

namespace fpcheck::instrument {

using c = number_class;
using ptx::content;
using ptx::operand_kind;
using ptx::operation;

namespace {

bool is_comparison(ptx::modifier m) {
  using t = ptx::modifier;
  static constexpr t words[] = {t::eq, t::ne, t::lt, t::le, t::gt, t::ge, t::equ, t::neu, t::ltu, t::leu, t::gtu, t::geu, t::num, t::nan};
  return std::find(std::begin(words), std::end(words), m) != std::end(words);
}

/// Whether adding `c` rounds to a multiple of a power of two on purpose (rule R1): 2^(p-1) to 2^p, or 1.5 * 2^k.
bool is_rounding_constant(double value, bool wide) {
  const double a = std::fabs(value), low = wide ? 0x1p52 : 0x1p23;
  if (!(a >= 1.0) || !std::isfinite(a)) return false;
  if (a >= low && a <= 2 * low) return true;
  int e = 0;
  return std::frexp(a, &e) == 0.75 && e > (wide ? 24 : 10);
}

} // namespace

/// .sat: a real clamp, which brings nothing further apart.
void rewriter::clamp() { out_.put("max.f64 %fp_m, %fp_m, $0; min.f64 %fp_m, %fp_m, 0d3FF0000000000000;"); }

void rewriter::real(const ptx::instruction& i, const ptx::meaning& m) {
  if (i.form == ptx::form::testp) return machine(i); // asks whether it is a number
  if (ptx::is_conversion(m) && m.takes == content::real && m.gives == content::real && (class_of(m.result) == c::none || class_of(m.source) == c::none)) return convert_to_code(i, m);
  const std::size_t first = m.gives == content::none ? 0 : 1;
  for (std::size_t k = first; m.takes == content::real && k < i.operands.size(); ++k) {
    const ptx::operand& o = i.operands[k];
    const bool is_predicate = o.kind == operand_kind::reg && f_.registers[o.id].type == ptx::modifier::pred;
    if (o.kind == operand_kind::reg && !is_predicate && (!has_shadow(o) || classes_.of(o) != class_of(m.source))) return leave_out(i, "registers that hold different things at different times");
  }
  if (m.gives == content::predicate || m.operation == operation::comparison) return compare(i, m);
  if (m.operation == operation::to_integer || m.operation == operation::to_integral) return round_to_integer(i, m);
  if (!has_shadow(i.operands[0])) return leave_out(i, "registers that hold different things at different times");
  if (ptx::is_conversion(m)) return convert(i, m);
  if (classes_.of(i.operands[0]) == c::f64 && !encloses() && m.operation != operation::negation && m.operation != operation::magnitude)
    return leave_out(i, "arithmetic in binary64 is no wider than a shadow in binary64: ask for balls");
  if (m.operation == operation::minimum || m.operation == operation::maximum) return extreme(i, m);
  if (m.operation == operation::copied_sign) return copy_sign(i);
  const std::string_view pattern = pattern_of(m.operation, what_);
  const bool same = m.result == m.source && class_of(m.result) != c::none;
  if (pattern.empty() || !same || i.form == ptx::form::fma_oob || m.reach != ptx::reach::lane) return leave_out(i, "an operation without a shadow on the device yet");
  compute(i, m, pattern);
}

void rewriter::compute(const ptx::instruction& i, const ptx::meaning& m, std::string_view pattern) {
  const ptx::operand& d = i.operands[0];
  const c is = classes_.of(d);
  if (rounds_on_purpose(i, m) || roles_[at_] == sum_role::splits) return machine(i), restart(d);
  if (roles_[at_] == sum_role::vanishes) { // a number that is not one stays none
    const number x = shadow(i.operands[1], 0, is);
    out_.put("sub.rn.f64 %fp_m, $a, $a; mov.f64 %fp_r, $0;", {{'a', x.mid}});
    if (encloses()) out_.put("sub.rn.f64 %fp_r, $A, $A;", {{'A', x.rad}});
    machine(i);
    return take_result(d, 0);
  }
  const bool one = m.operation == operation::reciprocal;
  std::vector<std::pair<number, number>> done;
  number operands[3];
  const unsigned count = row(is).numbers;
  for (unsigned part = 0; part < count; ++part) weigh_operands(i, m, part);
  for (unsigned part = 0; part < count; ++part) {
    for (std::size_t k = 1; k < std::min<std::size_t>(i.operands.size(), 4); ++k) operands[k - 1] = shadow(i.operands[k], part, is);
    if (one) operands[1] = operands[0], operands[0] = {literal(1), literal(0)};
    const char *mid = part == 0 ? "%fp_m" : "%fp_m2", *rad = part == 0 ? "%fp_r" : "%fp_r2";
    out_.put(pattern, {{'d', mid}, {'D', rad}, {'a', operands[0].mid}, {'A', operands[0].rad}, {'b', operands[1].mid}, {'B', operands[1].rad}, {'c', operands[2].mid},
                       {'C', operands[2].rad}, {'q', m.operation == operation::cosine ? "1" : "0"}});
    if (i.has(ptx::modifier::sat) && part == 0) {
      out_.put("setp.nan.f64 %fp_q, %fp_m, %fp_m;");
      note_event(event::swallowed, i, "0d3FF0000000000000");
      clamp();
    }
    if (i.has(ptx::modifier::relu) && part == 0) out_.put("max.f64 %fp_m, %fp_m, $0;");
  }
  machine(i);
  take_result(d, 0);
  weigh_result(i, m, 0);
  if (count > 1) {
    out_.put("mov.f64 %fp_m, %fp_m2; mov.f64 %fp_r, %fp_r2;");
    if (i.has(ptx::modifier::sat)) clamp();
    if (i.has(ptx::modifier::relu)) out_.put("max.f64 %fp_m, %fp_m, $0;");
    take_result(d, 1);
    weigh_result(i, m, 1);
  }
}

/// The least or greatest number: of those that are known, the exact one, as wide as the wider of two enclosures that overlap; else the operand that the
/// machine took (R3).
void rewriter::extreme(const ptx::instruction& i, const ptx::meaning& m) {
  const ptx::operand& d = i.operands[0];
  const c is = classes_.of(d);
  if (i.operands.size() != 3 || i.has(ptx::modifier::abs)) return leave_out(i, "a minimum or maximum of this form has no shadow on the device yet");
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    for (const std::size_t k : {1, 2}) look_for_swallowed(i, k, part, is);
    take_value("%fp_m", i.operands[1], part, is);
    take_value("%fp_n", i.operands[2], part, is);
    out_.put(m.operation == operation::maximum ? "max.f64 %fp_e, %fp_m, %fp_n;" : "min.f64 %fp_e, %fp_m, %fp_n;");
    out_.put("setp.eq.f64 %fp_p, %fp_e, %fp_m;");
    if (is == c::f32) choose_exactly(i, m.operation == operation::maximum);
    else choose_number(i, part, "%fp_p");
  }
  machine(i);
}

/// The shadow of the larger or smaller of two operands, %fp_m and %fp_n to the machine, which takes the first where %fp_p is set.
void rewriter::choose_exactly(const ptx::instruction& i, bool larger) {
  const number a = shadow(i.operands[1], 0, c::f32), b = shadow(i.operands[2], 0, c::f32);
  out_.put("{ .reg .f64 %d, %s, %t, %x; .reg .pred %k, %g; setp.ne.s32 %g, 0, 0; mov.f64 %t, $A; add.rp.f64 %t, %t, $B; setp.neu.f64 %k, %t, $0;"
           "setp.neu.or.f64 %k, $a, %fp_m, %k; setp.neu.or.f64 %k, $b, %fp_n, %k; ?!%k bra fp_chosen$@;"
           "mov.f64 %d, $a; sub.rn.f64 %d, %d, $b; abs.f64 %s, %d; sub.rn.f64 %x, %fp_m, %fp_n; abs.f64 %x, %x; add.rn.f64 %x, %x, %s; add.rn.f64 %x, %x, %t; setp.lt.f64 %k, %x, $I;"
           "setp.le.and.f64 %g, %s, %t, %k; setp.neu.and.f64 %k, %d, $0, %k; setp.$o.and.f64 %fp_q, %d, $0, %k; not.pred %k, %k; and.pred %fp_p, %fp_p, %k; or.pred %fp_p, %fp_p, %fp_q; fp_chosen$@:"
           "selp.f64 %fp_m, $a, $b, %fp_p; selp.f64 %fp_r, $A, $B, %fp_p; mov.f64 %x, $A; max.f64 %x, %x, $B; selp.f64 %fp_r, %x, %fp_r, %g; }",
           {{'a', a.mid}, {'A', a.rad}, {'b', b.mid}, {'B', b.rad}, {'o', larger ? "gt" : "lt"}});
  take_result(i.operands[0], 0);
}

/// d is b with the sign of a.
void rewriter::copy_sign(const ptx::instruction& i) {
  const c is = classes_.of(i.operands[0]);
  const number b = shadow(i.operands[2], 0, is);
  look_for_swallowed(i, 1, 0, is);
  take_value("%fp_e", i.operands[1], 0, is);
  out_.put("abs.f64 %fp_m, $b; copysign.f64 %fp_m, %fp_e, %fp_m; mov.f64 %fp_r, $B;", {{'b', b.mid}, {'B', b.rad}});
  machine(i);
  take_result(i.operands[0], 0);
}

/// A comparison goes the machine's way; where exact numbers go another, or may, the margin is noted.
void rewriter::compare(const ptx::instruction& i, const ptx::meaning& m) {
  std::size_t a = 1;
  while (a < i.operands.size() && i.operands[a].joined) ++a;
  const c is = class_of(m.source);
  std::string_view how;
  for (std::uint8_t k = 0; k < i.modifier_count; ++k)
    if (is_comparison(i.modifiers[k])) how = ptx::text(i.modifiers[k]);
  if (how.empty() || a + 1 >= i.operands.size()) return leave_out(i, "a comparison of this form has no shadow on the device yet");
  for (unsigned part = 0; part < row(is).numbers; ++part) compare_numbers(i, i.operands[a], i.operands[a + 1], part, how);
  machine(i);
  if (m.gives != content::predicate && i.operands[0].kind == operand_kind::reg && has_shadow(i.operands[0])) restart(i.operands[0]);
}

void rewriter::compare_numbers(const ptx::instruction& i, const ptx::operand& a, const ptx::operand& b, unsigned part, std::string_view how) {
  const c is = class_of(ptx::meaning_of(i).source);
  const number x = shadow(a, part, is), y = shadow(b, part, is);
  const std::string at = record(event::decided, i);
  take_value("%fp_m", a, part, is);
  take_value("%fp_n", b, part, is);
  out_.put("{ .reg .pred %p, %q, %x; .reg .f64 %u, %v; setp$o.f64 %p, %fp_m, %fp_n; setp$o.f64 %q, $a, $b; xor.pred %p, %p, %q; sub.rn.f64 %u, $a, $b; abs.f64 %u, %u;", {{'o', how}, {'a', x.mid}, {'b', y.mid}});
  put_ties(x, y);
  out_.put("?!%p bra fp_decided$@; abs.f64 %u, $a; abs.f64 %v, $b; max.f64 %fp_m, %u, %v; sub.rn.f64 %u, $a, $b; abs.f64 %fp_e, %u; mov.f64 %fp_r, $0;", {{'a', x.mid}, {'b', y.mid}});
  const std::string label = "fp_decided" + std::to_string(out_.count());
  if (encloses()) out_.put("add.rp.f64 %fp_r, $A, $B;", {{'A', x.rad}, {'B', y.rad}});
  note_margin(at, row(is), event::decided);
  out_.put("red.global.add.u32 [%fp_records+$k], 1;", {{'k', std::to_string(std::stoul(at) + 24)}});
  out_.put_text(label + ":\n}");
}

/// %p becomes set as well where exact numbers `x` and `y`, one of them at least rounded by the machine, to %fp_m and %fp_n, are within an ulp of binary32
/// of each other, or may be equal.
void rewriter::put_ties(const number& x, const number& y) {
  out_.put("setp.ne.f64 %q, $a, %fp_m; setp.ne.or.f64 %q, $b, %fp_n, %q;", {{'a', x.mid}, {'b', y.mid}});
  if (encloses()) out_.put("add.rp.f64 %v, $A, $B; setp.neu.or.f64 %q, %v, $0, %q;", {{'A', x.rad}, {'B', y.rad}});
  else out_.put("mov.f64 %v, $0;");
  out_.put("{ .reg .f64 %c, %d; abs.f64 %c, $a; abs.f64 %d, $b; max.f64 %c, %c, %d; fma.rp.f64 %v, %c, 0d3E80000000000000, %v; setp.leu.and.f64 %x, %u, %v, %q; or.pred %p, %p, %x; }", {{'a', x.mid}, {'b', y.mid}});
}

/// To and from numbers that carry no shadow, of 8 bits and less: what is lost of a number is noted where it ends.
void rewriter::convert_to_code(const ptx::instruction& i, const ptx::meaning& m) {
  const ptx::operand& d = i.operands[0];
  const auto makes_codes = [](const ptx::instruction& x) {
    if (x.form == ptx::form::unknown) return false;
    const ptx::meaning n = ptx::meaning_of(x);
    return ptx::is_conversion(n) && n.takes == content::real && n.gives == content::real && class_of(n.result) == c::none;
  };
  if (class_of(m.source) == c::none && std::any_of(f_.body.begin(), f_.body.end(), makes_codes)) return leave_out(i, "numbers of 8 bits that the kernel made itself have no shadow on the device yet");
  for (std::size_t k = 1; class_of(m.source) != c::none && k < i.operands.size(); ++k) {
    if (!has_shadow(i.operands[k])) continue;
    look_at_narrowing(i, m, i.operands[k]);
    end(i, i.operands[k]);
  }
  machine(i);
  if (classes_.of(d) != c::none) restart(d);
}

void rewriter::convert(const ptx::instruction& i, const ptx::meaning& m) {
  using t = ptx::modifier;
  const ptx::operand& d = i.operands[0];
  const c is = classes_.of(d);
  if (is != class_of(m.result)) return leave_out(i, "registers that hold different things at different times");
  if (m.operation == operation::from_integer) {
    machine(i);
    if (!encloses() || ptx::width(m.source) < 64) {
      out_.put("cvt.rn.f64.$t $d, $a;", {{'t', ptx::text(m.source).substr(1)}, {'d', shadow(d, 0, is).mid}, {'a', text(i.operands[1])}});
      if (encloses()) out_.put("mov.f64 $d, $0;", {{'d', shadow(d, 0, is).rad}});
      return look_at_integer(i, d);
    }
    out_.put("cvt.rn.f64.$t %fp_m, $a; abs.f64 %fp_r, %fp_m; mul.rp.f64 %fp_r, %fp_r, $U;", {{'t', ptx::text(m.source).substr(1)}, {'a', text(i.operands[1])}});
    return take_result(d, 0);
  }
  const unsigned count = row(is).numbers;
  const bool pair = i.form == ptx::form::cvt_pair;
  if (i.form == ptx::form::cvt_pair_stochastic || i.has(t::scaled_n2_ue8m0) || (count > 1 && !pair)) return leave_out(i, "a conversion without a shadow on the device yet");
  std::vector<number> from;
  const char* const values[] = {"%fp_v1", "%fp_v2"};
  for (unsigned part = 0; part < count; ++part) {
    const ptx::operand& a = i.operands[pair ? 2 - part : 1];
    from.push_back(shadow(a, 0, class_of(m.source)));
    if (i.has(t::sat)) look_for_swallowed(i, 1, 0, class_of(m.source));
    look_at_narrowing(i, m, a);
    take_value(values[part], a, 0, class_of(m.source));
  }
  for (unsigned part = 0; part < count; ++part) {
    out_.put("mov.f64 %fp_m, $a; mov.f64 %fp_r, $A;", {{'a', from[part].mid}, {'A', from[part].rad}});
    if (i.has(t::sat)) clamp();
    if (i.has(t::relu)) out_.put("max.f64 %fp_m, %fp_m, $0;");
    take_result(d, part);
  }
  machine(i);
  for (unsigned part = 0; m.operation == operation::narrowing && part < count; ++part) {
    out_.put("mov.f64 %fp_m, $a;", {{'a', values[part]}});
    look_at_rounding(i, d, part, class_of(m.source));
  }
}

/// A rounding to an integer goes the machine's way (R3), and its result is exact.
void rewriter::round_to_integer(const ptx::instruction& i, const ptx::meaning& m) {
  const ptx::operand &d = i.operands[0], &a = i.operands[1];
  const c is = class_of(m.source);
  const number x = shadow(a, 0, is);
  using t = ptx::modifier;
  const char* way = i.has(t::rni) ? "rni" : i.has(t::rzi) ? "rzi" : i.has(t::rmi) ? "rmi" : "rpi";
  look_at_range(i, m, way);
  const std::string at = record(event::decided, i);
  take_value("%fp_n", a, 0, is);
  out_.put("{ .reg .pred %p, %q; .reg .f64 %u, %v, %y; cvt.$w.f64.f64 %u, %fp_n; setp.ne.f64 %q, $a, %fp_n; setp.neu.or.f64 %q, $A, $0, %q; abs.f64 %v, $a; fma.rp.f64 %v, %v, 0d3E80000000000000, $A;"
           "selp.f64 %y, %v, $0, %q; sub.rn.f64 %v, $a, %y; cvt.$w.f64.f64 %v, %v; setp.neu.f64 %p, %u, %v; "
           "add.rn.f64 %v, $a, %y; cvt.$w.f64.f64 %v, %v; setp.neu.or.f64 %p, %u, %v, %p; ?!%p bra fp_decided$@;"
           "mov.f64 %fp_m, $a; sub.rn.f64 %u, $a, %fp_n; abs.f64 %fp_e, %u; mov.f64 %fp_r, $A;",
           {{'w', way}, {'a', x.mid}, {'A', x.rad}});
  const std::string label = "fp_decided" + std::to_string(out_.count());
  note_margin(at, row(is), event::decided);
  // Beyond 2^22 a number of binary32 is an integer or nearly so, whatever its exact value: another integer counts there, and of an addend in fixed point
  // that was more than a number of binary32.
  if (watched_at(at_).counts_beyond) out_.put("red.global.add.u32 [%fp_records+$k], 1;", {{'k', std::to_string(std::stoul(at) + 24)}});
  else out_.put("abs.f64 %u, $a; setp.lt.f64 %q, %u, 0d4150000000000000; cvt.rni.f64.f64 %v, $a; setp.eq.or.f64 %q, %v, $a, %q; ?%q red.global.add.u32 [%fp_records+$k], 1;", {{'a', x.mid}, {'k', std::to_string(std::stoul(at) + 24)}});
  out_.put_text(label + ":\n}");
  machine(i);
  if (d.kind == operand_kind::reg && has_shadow(d)) restart(d);
}

/// R1: the sum with a constant that rounds is taken apart again, by subtracting the constant or by integer code.
bool rewriter::is_taken_apart(ptx::index reg, double constant, int moves) const {
  const auto at = readers_.find(reg);
  if (moves == 0 || at == readers_.end()) return false;
  return std::any_of(at->second.begin(), at->second.end(), [&](std::size_t k) {
    const ptx::instruction& u = f_.body[k];
    const ptx::meaning m = ptx::meaning_of(u);
    if (u.operands[0].kind == operand_kind::reg && u.operands[0].id == reg) return false; // it is written there
    if (ptx::reads_integers(m) || m.operation == operation::packing || m.operation == operation::unpacking) return true;
    if (m.operation == operation::move && u.form == ptx::form::mov && u.operands[0].kind == operand_kind::reg) return is_taken_apart(u.operands[0].id, constant, moves - 1);
    if (m.operation == operation::negation && m.takes == content::real) return is_taken_apart(u.operands[0].id, -constant, moves - 1);
    if (!ptx::is_real_sum(m) || m.access != ptx::access::none) return false;
    const c is = class_of(m.source);
    for (std::size_t n = m.operation == operation::fused ? 3 : 1; n < u.operands.size(); ++n)
      if (const auto literal = this->constant(u.operands[n], is)) {
        const double back = *literal * (m.operation == operation::difference && n == 2 ? -1 : 1);
        if (std::fabs(back + constant) <= 0x1p-12 * std::fabs(constant) || (m.operation == operation::difference && std::fabs(std::fabs(back) - std::fabs(constant)) <= 0x1p-12 * std::fabs(constant))) return true;
      }
    return false;
  });
}

/// The number of a literal, or of a register that never holds anything else.
std::optional<double> rewriter::constant(const ptx::operand& o, number_class as) const {
  if (o.kind == operand_kind::immediate) return value_of(o, 0, as);
  const auto at = o.kind == operand_kind::reg ? constants_.find(o.id) : constants_.end();
  return at != constants_.end() && at->second ? std::optional(value_of(*at->second, 0, as)) : std::nullopt;
}

bool rewriter::rounds_on_purpose(const ptx::instruction& i, const ptx::meaning& m) const {
  const c is = classes_.of(i.operands[0]);
  if (!ptx::is_real_sum(m) || (is != c::f32 && is != c::f64)) return false;
  for (std::size_t k = m.operation == operation::fused ? 3 : 1; k < i.operands.size(); ++k)
    if (const auto added = constant(i.operands[k], is); added && is_rounding_constant(*added, is == c::f64) && is_taken_apart(i.operands[0].id, *added, 6)) return true;
  return false;
}

} // namespace fpcheck::instrument
