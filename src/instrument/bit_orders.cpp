// Integer code that asks for the order of numbers by their bits: of negative numbers it is another one.
#include "rewriter.hpp"

#include <algorithm>

namespace fpcheck::instrument {

using ptx::content;
using ptx::operand_kind;
using ptx::operation;
using t = ptx::modifier;

/// Whether an integer register has nothing but bits of binary32 numbers from memory.
bool rewriter::holds_bits(ptx::index reg, std::set<ptx::index>& seen) const {
  if (!seen.insert(reg).second) return true;
  const auto at = writers_.find(reg);
  if (at == writers_.end()) return false;
  return std::all_of(at->second.begin(), at->second.end(), [&](std::size_t k) {
    const ptx::instruction& d = f_.body[k];
    const ptx::meaning m = ptx::meaning_of(d);
    if (m.access == ptx::access::load && ptx::accesses_by_lane(m)) {
      const auto from = std::find_if(d.operands.begin(), d.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
      return from != d.operands.end() && from->base == ptx::base_kind::reg && pointee_of(from->id, 16) == pointee::binary32;
    }
    const bool picks = m.operation == operation::selection || (m.takes == content::integer && (m.operation == operation::minimum || m.operation == operation::maximum));
    if (d.form != ptx::form::mov && !picks) return false;
    const std::size_t last = picks ? 3 : 2;
    bool all = d.operands.size() >= last;
    for (std::size_t n = 1; all && n < last; ++n) all = d.operands[n].kind == operand_kind::reg && holds_bits(d.operands[n].id, seen);
    return all;
  });
}

/// Of a comparison of integers that are bits of numbers: numbers have another order.
void rewriter::look_at_order(const ptx::instruction& i) {
  if (i.form == ptx::form::unknown || i.operands.size() < 3) return;
  const ptx::meaning m = ptx::meaning_of(i);
  if (m.operation != operation::comparison || m.gives != content::predicate || m.takes != content::integer || i.operands[1].joined || i.operands[1].kind != operand_kind::reg || i.operands[2].kind != operand_kind::reg) return;
  std::set<ptx::index> seen;
  if (ptx::width(i.type()) != 32 || !holds_bits(i.operands[1].id, seen) || !holds_bits(i.operands[2].id, seen)) return;
  static constexpr std::pair<t, const char*> orders[] = {{t::lt, "lt"}, {t::le, "le"}, {t::gt, "gt"}, {t::ge, "ge"}};
  const auto order = std::find_if(std::begin(orders), std::end(orders), [&](const auto& o) { return i.has(o.first); });
  if (order == std::end(orders)) return;
  out_.put("mov.b32 %fp_x, $a; mov.b32 %fp_y, $b; { .reg .pred %p; setp.$o.f32 %fp_q, %fp_x, %fp_y; setp.$o$t %p, $a, $b; xor.pred %fp_q, %fp_q, %p; }",
           {{'a', text(i.operands[1])}, {'b', text(i.operands[2])}, {'o', order->second}, {'t', ptx::text(i.type())}});
  note_event(event::decided, i, "0d4050000000000000");
}

/// Whether a register of 64 bits has such bits in its upper word: a key, with what they belong to below them.
bool rewriter::holds_bits_above(ptx::index reg, int steps) const {
  const auto at = writers_.find(reg);
  if (steps == 0 || at == writers_.end()) return false;
  const auto is = [](const ptx::operand& o, std::uint64_t value) { return o.kind == operand_kind::immediate && o.value == value; };
  return std::all_of(at->second.begin(), at->second.end(), [&](std::size_t k) {
    const ptx::instruction& d = f_.body[k];
    std::set<ptx::index> seen;
    const auto holds = [&](const ptx::operand& o) { return o.kind == operand_kind::reg && holds_bits(o.id, seen); };
    const auto above = [&](const ptx::operand& o) { return o.kind == operand_kind::reg && holds_bits_above(o.id, steps - 1); };
    switch (d.form) {
    case ptx::form::bfi: return is(d.operands[3], 32) && is(d.operands[4], 32) && holds(d.operands[1]);
    case ptx::form::shl: return is(d.operands[2], 32) && holds(d.operands[1]);
    case ptx::form::or_bits: return above(d.operands[1]) != above(d.operands[2]);
    default: return false;
    }
  });
}

/// Of an atomic minimum or maximum of such keys, or of the bits alone: beside what lies in memory. Unsigned order that is never the numbers' is meant.
void rewriter::look_at_key(const ptx::instruction& i) {
  const bool gives = i.form == ptx::form::atom_minmax_int;
  if (!gives && i.form != ptx::form::red_minmax_int) return;
  const ptx::operand &key = i.operands[gives ? 2 : 1], &address = i.operands[gives ? 1 : 0];
  const unsigned bits = ptx::width(i.type());
  std::set<ptx::index> seen;
  if (key.kind != operand_kind::reg || !(bits == 64 ? holds_bits_above(key.id, 8) : bits == 32 && holds_bits(key.id, seen))) return;
  const bool with_sign = i.type() == t::s32 || i.type() == t::s64;
  const std::string space = space_of(i);
  const char* const words = bits == 64 ? "ld.volatile$s.b64 %fp_q64, $m; mov.b64 {%fp_i, %fp_j}, %fp_q64; mov.b64 {%fp_i, %fp_p32}, $k;" : "ld.volatile$s.b32 %fp_j, $m; mov.b32 %fp_p32, $k;";
  out_.put(words, {{'s', space.empty() ? space : "." + space}, {'m', text(address)}, {'k', text(key)}});
  const std::string at = std::to_string(result_.sites.size() * sizeof(instrument::record) + 24);
  out_.put("mov.b32 %fp_x, %fp_p32; mov.b32 %fp_y, %fp_j; { .reg .pred %p, %k; setp.lt.f32 %p, %fp_x, %fp_y; setp.lt.$t %k, %fp_p32, %fp_j; xor.pred %fp_q, %p, %k;"
           // Different numbers; the least integer is none.
           "setp.num.f32 %k, %fp_x, %fp_y; setp.ne.and.f32 %k, %fp_x, %fp_y, %k; setp.ne.and.s32 %k, %fp_j, -2147483648, %k; and.pred %fp_q, %fp_q, %k;",
           {{'t', with_sign ? "s32" : "u32"}});
  out_.put(with_sign ? "and.pred %k, %k, %fp_q;" : "not.pred %p, %fp_q; and.pred %k, %k, %p;");
  out_.put("?%k red.global.add.u32 [%fp_records+$a], 1; }", {{'a', at}});
  note_event(event::order_turned, i, "0d4050000000000000");
}

} // namespace fpcheck::instrument
