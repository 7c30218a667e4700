// Numbers and bits on their way: moves, selections, shuffles, packing.
#include "rewriter.hpp"

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;

void rewriter::copy(const ptx::operand& to, unsigned to_part, const ptx::operand& from, unsigned from_part, number_class from_as) {
  const number d = shadow(to, to_part, classes_.of(to)), a = shadow(from, from_part, from_as);
  out_.put("mov.f64 $d, $a;", {{'d', d.mid}, {'a', a.mid}});
  if (encloses()) out_.put("mov.f64 $d, $a;", {{'d', d.rad}, {'a', a.rad}});
}

/// The shadow of a selection: that of the operand which the machine takes.
void rewriter::choose(const ptx::instruction& i, const std::string& predicate) {
  const ptx::operand& d = i.operands[0];
  const c is = classes_.of(d);
  for (unsigned part = 0; part < row(is).numbers; ++part) choose_number(i, part, predicate);
  const auto of = [&](const ptx::operand& o, unsigned k) { return o.kind == operand_kind::reg && classes_.of(o) == c::raw ? word(o.id, k) : std::string("0"); };
  for (unsigned k = 0; is == c::raw && k < ptx::width(f_.registers[d.id].type) / 16; ++k)
    out_.put("selp.b32 $d, $a, $b, $p;", {{'d', word(d.id, k)}, {'a', of(i.operands[1], k)}, {'b', of(i.operands[2], k)}, {'p', predicate}});
}

void rewriter::choose_number(const ptx::instruction& i, unsigned part, const std::string& predicate) {
  const c is = classes_.of(i.operands[0]);
  const number to = shadow(i.operands[0], part, is), a = shadow(i.operands[1], part, is), b = shadow(i.operands[2], part, is);
  out_.put("selp.f64 $d, $a, $b, $p;", {{'d', to.mid}, {'a', a.mid}, {'b', b.mid}, {'p', predicate}});
  if (encloses()) out_.put("selp.f64 $d, $a, $b, $p;", {{'d', to.rad}, {'a', a.rad}, {'b', b.rad}, {'p', predicate}});
}

void rewriter::move(const ptx::instruction& i, const ptx::meaning& m) {
  const ptx::operand& d = i.operands[0];
  const c is = classes_.of(d);
  if (is == c::none || is == c::mixed) { // a comparison's operand, or what is told of where it is used
    if (i.form == ptx::form::slct_f32 && has_shadow(i.operands[3])) return leave_out(i, "a selection by a sign has no shadow on the device yet");
    return machine(i);
  }
  const auto moves_bits = [&](const ptx::operand& o) { return o.kind == operand_kind::immediate || (o.kind == operand_kind::reg && classes_.of(o) == is); };
  if (m.operation == ptx::operation::selection) {
    if (is == c::derived) return leave_out(i, "a selection between bits derived from numbers has no shadow on the device yet");
    if (!moves_bits(i.operands[1]) || !moves_bits(i.operands[2])) return leave_out(i, "a selection between different things");
    const extreme_of_two extreme = watched_at(at_).extreme;
    if (i.form == ptx::form::selp && is == c::f32 && extreme != extreme_of_two::neither) {
      take_value("%fp_m", i.operands[1], 0, is);
      take_value("%fp_n", i.operands[2], 0, is);
      out_.put("mov.pred %fp_p, $p;", {{'p', text(i.operands[3])}});
      choose_exactly(i, extreme == extreme_of_two::most);
    } else if (i.form == ptx::form::selp) choose(i, text(i.operands[3]));
    else {
      out_.put("setp.ge.$t %fp_p, $c, $z;", {{'t', i.form == ptx::form::slct_s32 ? "s32" : "f32"}, {'c', text(i.operands[3])}, {'z', i.form == ptx::form::slct_s32 ? "0" : "0f00000000"}});
      choose(i, "%fp_p");
    }
    return machine(i);
  }
  const ptx::operand& a = i.operands[1];
  machine(i);
  if (is == c::derived) return keep_code(d, a.kind == operand_kind::reg ? a : d, a.kind == operand_kind::reg ? c::derived : c::f32);
  if (a.kind != operand_kind::reg || !moves_bits(a)) return restart(d);
  for (unsigned part = 0; part < row(is).numbers; ++part) copy(d, part, a, part, is);
  for (unsigned k = 0; is == c::raw && k < ptx::width(f_.registers[d.id].type) / 16; ++k) out_.put("mov.b32 $d, $a;", {{'d', word(d.id, k)}, {'a', word(a.id, k)}});
}

/// The shuffle `i` of two more words, from and to the binary64 or 64-bit registers given.
void rewriter::exchange_words(const ptx::instruction& i, const std::string& to, const std::string& from) {
  const std::size_t a = i.operands[1].joined ? 2 : 1;
  std::string rest;
  for (std::size_t k = a + 1; k < i.operands.size(); ++k) rest += ", " + text(i.operands[k]);
  out_.put("mov.b64 {%fp_w0, %fp_w1}, $a; $o %fp_w2, %fp_w0$r; $o %fp_w3, %fp_w1$r; mov.b64 $d, {%fp_w2, %fp_w3};", {{'a', from}, {'d', to}, {'o', i.text}, {'r', rest}});
}

void rewriter::shuffle(const ptx::instruction& i) {
  const ptx::operand &d = i.operands[0], &a = i.operands[i.operands[1].joined ? 2 : 1];
  const c is = d.kind == operand_kind::reg ? classes_.of(d) : c::none;
  if (is == c::derived) return leave_out(i, "a shuffle of bits derived from numbers has no shadow on the device yet");
  const bool moves = a.kind == operand_kind::reg && classes_.of(a) == is;
  if (is == c::none && a.kind == operand_kind::reg && has_shadow(a)) end(i, a);
  for (unsigned part = 0; moves && part < row(is).numbers; ++part) {
    const number to = shadow(d, part, is), from = shadow(a, part, is);
    exchange_words(i, to.mid, from.mid);
    if (encloses()) exchange_words(i, to.rad, from.rad);
  }
  if (moves && is == c::raw) { // 32 bits
    out_.put("mov.b64 %fp_p64, {$a, $b};", {{'a', word(a.id, 0)}, {'b', word(a.id, 1)}});
    exchange_words(i, "%fp_q64", "%fp_p64");
    out_.put("mov.b64 {$a, $b}, %fp_q64;", {{'a', word(d.id, 0)}, {'b', word(d.id, 1)}});
  }
  machine(i);
  if (is != c::none && !moves) restart(d);
}

void rewriter::pack(const ptx::instruction& i) {
  const ptx::operand& d = i.operands[0];
  const std::vector<ptx::operand> parts = elements(i.operands[1]);
  const c is = classes_.of(d);
  machine(i);
  if (is == c::raw) {
    const unsigned each = ptx::width(f_.registers[d.id].type) / 16 / static_cast<unsigned>(parts.size());
    for (unsigned k = 0; each != 0 && k < each * parts.size(); ++k) {
      const ptx::operand& from = parts[k / each];
      out_.put("mov.b32 $d, $a;", {{'d', word(d.id, k)}, {'a', from.kind == operand_kind::reg && classes_.of(from) == c::raw ? word(from.id, k % each) : std::string("0")}});
    }
    return;
  }
  restart(d);
  const bool upper = is == c::f32 && parts.size() == 2; // a bfloat16 number made binary32
  for (unsigned k = upper ? 1 : 0; k < parts.size(); ++k) {
    const bool fits = has_shadow(parts[k]) && (upper ? parts[0].kind == operand_kind::immediate && parts[0].value == 0 : parts.size() == row(is).numbers && classes_.of(parts[k]) == row(is).element);
    if (fits) copy(d, upper ? 0 : k, parts[k], 0, classes_.of(parts[k]));
    else if (has_shadow(parts[k])) end(i, parts[k]);
  }
}

void rewriter::unpack(const ptx::instruction& i) {
  const ptx::operand& a = i.operands[1];
  const std::vector<ptx::operand> parts = elements(i.operands[0]);
  const c is = classes_.of(a);
  bool ended = false;
  machine(i);
  for (unsigned k = 0; k < parts.size(); ++k) {
    const ptx::operand& d = parts[k];
    if (d.kind != operand_kind::reg) continue;
    const c to = classes_.of(d);
    const bool truncated = is == c::f32 && parts.size() == 2 && k == 1 && to == c::bf16;
    const unsigned each = ptx::width(f_.registers[d.id].type) / 16;
    if (is == c::raw && to == c::raw)
      for (unsigned w = 0; w < each; ++w) out_.put("mov.b32 $d, $a;", {{'d', word(d.id, w)}, {'a', word(a.id, k * each + w)}});
    else if (truncated || (to != c::none && to == row(is).element && parts.size() == row(is).numbers)) copy(d, 0, a, truncated ? 0 : k, is);
    else {
      if (!ended && has_shadow(a)) end(i, a);
      ended = true;
      restart(d);
    }
  }
}

} // namespace fpcheck::instrument
