#include "number_classes.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <numeric>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;
using ptx::operation;

namespace {

constexpr class_row class_rows[] = {
    {c::none, c::none, 0, 0, 0, 0},       {c::raw, c::raw, 0, 0, 0, 0},           {c::f32, c::f32, 1, 32, 24, -126},   {c::f64, c::f64, 1, 64, 53, -1022},
    {c::f16, c::f16, 1, 16, 11, -14},     {c::bf16, c::bf16, 1, 16, 8, -126},     {c::f16x2, c::f16, 2, 16, 11, -14},  {c::bf16x2, c::bf16, 2, 16, 8, -126},
    {c::f32x2, c::f32, 2, 32, 24, -126},  {c::derived, c::derived, 0, 0, 0, 0}, {c::mixed, c::mixed, 0, 0, 0, 0},
};

/// What two registers hold that move into each other.
c meet(c a, c b) {
  if (a == b || b == c::none) return a;
  return a == c::none ? b : c::mixed;
}

/// What a register of two numbers is made of, and the other way round.
constexpr std::pair<c, c> pairs[] = {{c::f16, c::f16x2}, {c::bf16, c::bf16x2}, {c::f32, c::f32x2}};

bool moves(const ptx::instruction& i, const ptx::meaning& m) {
  return i.form == ptx::form::mov || m.operation == operation::selection || m.operation == operation::shuffle;
}

} // namespace

const class_row& row(number_class c) { return class_rows[static_cast<std::size_t>(c)]; }

number_class class_of(ptx::modifier type) {
  using t = ptx::modifier;
  static constexpr std::pair<t, c> known[] = {{t::f32, c::f32}, {t::f64, c::f64}, {t::f16, c::f16}, {t::bf16, c::bf16}, {t::f16x2, c::f16x2}, {t::bf16x2, c::bf16x2}, {t::f32x2, c::f32x2}, {t::tf32, c::f32}};
  for (const auto& [word, is] : known)
    if (word == type) return is;
  return c::none;
}

number_classes::number_classes(const ptx::function& f)
    : parents_(f.registers.size()), classes_(f.registers.size(), c::none), loaded_(f.registers.size()), stored_(f.registers.size()) {
  std::iota(parents_.begin(), parents_.end(), ptx::index{0});
  for (const ptx::register_declaration& r : f.registers) widths_.push_back(ptx::width(r.type));
  for (const ptx::instruction& i : f.body) look(f, i);
  spread();
  follow_bits(f);
  mark_raw(f);
}

namespace {

/// An integer instruction on 32 bits whose result may still be the number that went in. One that takes the sign or the exponent out
/// is none.
bool keeps_a_number(const ptx::function& f, const ptx::instruction& i) {
  if (i.form == ptx::form::unknown || i.operands.empty() || i.operands[0].kind != operand_kind::reg || ptx::width(f.registers[i.operands[0].id].type) != 32) return false;
  const ptx::meaning m = ptx::meaning_of(i);
  if (!ptx::is_pure(m) || m.lineage != ptx::lineage::reshapes || !ptx::reads_integers(m)) return false;
  return std::none_of(i.operands.begin(), i.operands.end(), [&](const ptx::operand& o) { return i.form == ptx::form::and_bits && o.kind == operand_kind::immediate && (o.value & 0x007fffffu) == 0; });
}

} // namespace

/// Registers between a number's bits and another number: what integer code makes of them stays on record.
void number_classes::follow_bits(const ptx::function& f) {
  std::vector<const ptx::instruction*> steps;
  for (const ptx::instruction& i : f.body)
    if (keeps_a_number(f, i)) steps.push_back(&i);
  std::vector<bool> reached(parents_.size()), leads(parents_.size());
  const auto sources = [&](const ptx::instruction& i, auto&& is) {
    for (std::size_t k = 1; k < i.operands.size(); ++k)
      if (i.operands[k].kind == operand_kind::reg && widths_[i.operands[k].id] == 32) is(root(i.operands[k].id));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const ptx::instruction* i : steps) {
      const ptx::index d = root(i->operands[0].id);
      bool from = false;
      const bool to = classes_[d] == c::f32 || stored_[d] || leads[d];
      sources(*i, [&](ptx::index s) {
        from = from || classes_[s] == c::f32 || reached[s];
        if (to && !leads[s]) leads[s] = changed = true;
      });
      if (from && !reached[d]) reached[d] = changed = true;
    }
  }
  for (ptx::index r = 0; r < parents_.size(); ++r)
    if (root(r) == r && classes_[r] == c::none && reached[r] && (stored_[r] || leads[r])) classes_[r] = stored_[r] ? c::f32 : c::derived;
}

ptx::index number_classes::root(ptx::index reg) const {
  while (parents_[reg] != reg) reg = parents_[reg] = parents_[parents_[reg]];
  return reg;
}

void number_classes::join(const ptx::operand& a, const ptx::operand& b) {
  if (a.kind != operand_kind::reg || b.kind != operand_kind::reg) return;
  const ptx::index x = root(a.id), y = root(b.id);
  if (x == y || widths_[a.id] != widths_[b.id]) return;
  parents_[y] = x;
  classes_[x] = meet(classes_[x], classes_[y]);
  loaded_[x] = loaded_[x] || loaded_[y], stored_[x] = stored_[x] || stored_[y];
}

void number_classes::give(const ptx::operand& o, number_class is) {
  if (o.kind != operand_kind::reg || is == c::none || widths_[o.id] == 1) return;
  const bool fits = widths_[o.id] == unsigned{row(is).numbers} * row(is).bits;
  c& here = classes_[root(o.id)];
  here = fits ? meet(here, is) : c::mixed;
}

void number_classes::look(const ptx::function& f, const ptx::instruction& i) {
  if (i.form == ptx::form::unknown || i.operands.empty()) return;
  const ptx::meaning m = ptx::meaning_of(i);
  if (m.access != ptx::access::none) return look_at_access(f, i);
  if (m.operation == operation::matrix_product) return look_at_product(f, i);
  if (m.operation == operation::packing || m.operation == operation::unpacking) {
    const bool packs = m.operation == operation::packing;
    const ptx::operand &whole = i.operands[packs ? 0 : 1], &list = i.operands[packs ? 1 : 0];
    if (whole.kind != operand_kind::reg) return;
    packing p{whole.id, {}};
    for (ptx::index k = 0; k < list.count; ++k) p.parts.push_back(f.operand_pool[list.first + k]);
    packings_.push_back(std::move(p));
    return;
  }
  if (moves(i, m)) {
    if (i.type() == ptx::modifier::pred) return;
    const std::size_t last = m.operation == operation::selection ? 3 : 2;
    const std::size_t first = i.operands.size() > 1 && i.operands[1].joined ? 2 : 1;
    for (std::size_t k = first; k < std::min(last - 1 + first, i.operands.size()); ++k) join(i.operands[0], i.operands[k]);
    if (class_of(i.type()) != c::none) give(i.operands[0], class_of(i.type()));
    if (i.form == ptx::form::slct_f32) give(i.operands[3], c::f32);
    return;
  }
  const bool has_result = m.gives != ptx::content::none;
  if (m.gives == ptx::content::real) give(i.operands[0], class_of(m.result));
  if (m.takes == ptx::content::real)
    for (std::size_t k = has_result ? 1 : 0; k < i.operands.size(); ++k)
      if (!i.operands[k].joined) give(i.operands[k], class_of(m.source));
}

void number_classes::look_at_product(const ptx::function& f, const ptx::instruction& i) {
  for (unsigned matrix = 0; matrix < std::min<std::size_t>(4, i.operands.size()); ++matrix)
    if (const auto is = fragment_class(i, matrix))
      for (ptx::index k = 0; k < i.operands[matrix].count; ++k) give(f.operand_pool[i.operands[matrix].first + k], *is);
}

void number_classes::look_at_access(const ptx::function& f, const ptx::instruction& i) {
  const ptx::meaning m = ptx::meaning_of(i);
  if (!ptx::accesses_by_lane(m)) return;
  const bool exchanges = i.form == ptx::form::atom_cas || i.form == ptx::form::atom_exch; // what goes in may be what comes out
  for (std::size_t k = 2; exchanges && k < std::min<std::size_t>(i.operands.size(), 4); ++k) join(i.operands[0], i.operands[k]);
  for (const ptx::operand& o : i.operands) {
    if (o.kind == operand_kind::address || o.kind == operand_kind::sink) continue;
    const auto each = [&](const ptx::operand& x) {
      if (x.kind != operand_kind::reg) return;
      give(x, class_of(i.type()));
      if (m.access == ptx::access::load) loaded_[root(x.id)] = true;
      if (m.access == ptx::access::store) stored_[root(x.id)] = true;
    };
    if (o.kind != operand_kind::vector) each(o);
    for (ptx::index k = 0; o.kind == operand_kind::vector && k < o.count; ++k) each(f.operand_pool[o.first + k]);
  }
}

void number_classes::spread() {
  for (bool changed = true; changed;) {
    changed = false;
    const auto set = [&](ptx::index reg, c is) {
      c& here = classes_[root(reg)];
      const c met = meet(here, is);
      changed |= met != here;
      here = met;
    };
    for (const packing& p : packings_) {
      const bool upper_half = p.parts.size() == 2 && widths_[p.whole] == 32 && p.parts[1].kind == operand_kind::reg && of(p.whole) == c::f32;
      if (upper_half) { // bfloat16 is the upper half of binary32
        set(p.parts[1].id, c::bf16);
        continue;
      }
      for (const auto& [one, two] : pairs)
        for (const ptx::operand& part : p.parts) {
          if (part.kind != operand_kind::reg || p.parts.size() != 2) continue;
          if (of(part.id) == one && of(p.whole) != c::f32 && of(p.whole) != c::f64) set(p.whole, two); // the upper word of binary64 is looked at as binary32
          if (of(p.whole) == two) set(part.id, one);
        }
    }
  }
}

void number_classes::mark_raw(const ptx::function& f) {
  for (const packing& p : packings_)
    for (const ptx::operand& part : p.parts)
      if (part.kind == operand_kind::reg) { // bits may pass either way
        const ptx::index a = root(p.whole), b = root(part.id);
        if (of(a) != c::none || of(b) != c::none) continue;
        loaded_[a] = loaded_[b] = loaded_[a] || loaded_[b], stored_[a] = stored_[b] = stored_[a] || stored_[b];
      }
  for (ptx::index r = 0; r < f.registers.size(); ++r)
    if (root(r) == r && classes_[r] == c::none && loaded_[r] && stored_[r] && widths_[r] >= 16) classes_[r] = c::raw;
}

} // namespace fpcheck::instrument
