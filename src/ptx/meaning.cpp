#include <fpcheck/ptx/meaning.hpp>

#include "form_syntax.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace fpcheck::ptx {
namespace {

struct meaning_row {
  form id;
  ptx::operation operation;
  content takes, gives;
  ptx::lineage lineage;
  ptx::access access;
  ptx::ordering order;
  shadowing shadow;
  ptx::reach reach;
};

constexpr meaning_row rows[] = {
#define FPCHECK_MEANING(id_, what_, takes_, gives_, lineage_, access_, order_, shadow_, reach_)                                                    \
  {form::id_, operation::what_, content::takes_, content::gives_, lineage::lineage_, access::access_, ordering::order_, shadowing::shadow_, reach::reach_},
#include "meaning/arith.def"
#include "meaning/convert.def"
#include "meaning/memory.def"
#include "meaning/control.def"
#include "meaning/warp.def"
#include "meaning/matrix.def"
#undef FPCHECK_MEANING
};

constexpr auto form_count = static_cast<std::size_t>(form::count);

/// The first form that has no row, or several; `form::count` if every form has one.
constexpr form first_without_one_row() {
  std::array<int, form_count> found{};
  for (const meaning_row& r : rows) ++found[static_cast<std::size_t>(r.id)];
  for (std::size_t k = 1; k < form_count; ++k)
    if (found[k] != 1) return static_cast<form>(k);
  return form::count;
}

/// Names the form in the compiler's message.
template <form WithoutOneRow>
struct every_form {
  static_assert(WithoutOneRow == form::count, "an instruction form has no row, or several, in src/ptx/meaning/*.def");
  static constexpr bool has_one_row = true;
};
static_assert(every_form<first_without_one_row()>::has_one_row);

constexpr std::array<meaning, form_count> table = [] {
  std::array<meaning, form_count> out{};
  for (const meaning_row& r : rows) {
    meaning& m = out[static_cast<std::size_t>(r.id)];
    m.operation = r.operation, m.takes = r.takes, m.gives = r.gives, m.lineage = r.lineage;
    m.access = r.access, m.order = r.order, m.shadow = r.shadow, m.reach = r.reach;
  }
  return out;
}();

content content_of(modifier type) {
  using m = modifier;
  switch (type) {
  case m::pred: return content::predicate;
  case m::u2: case m::s2: case m::u4: case m::s4: case m::u8: case m::s8: case m::u16: case m::s16: case m::u32: case m::s32: case m::u64: case m::s64:
  case m::u16x2: case m::s16x2:
    return content::integer;
  case m::b1: case m::b4: case m::b8: case m::b16: case m::b32: case m::b64: case m::b128: case m::b1024: return content::bits;
  default: return is_type(type) ? content::real : content::none;
  }
}

std::uint8_t parts_of(modifier type) {
  const std::string_view t = text(type);
  return t.ends_with("x2") ? 2 : t.ends_with("x4") ? 4 : 1;
}

operation written_operation(const instruction& i) {
  static constexpr std::pair<modifier, operation> words[] = {
      {modifier::add, operation::sum},    {modifier::min, operation::minimum}, {modifier::max, operation::maximum}, {modifier::and_, operation::logic},
      {modifier::or_, operation::logic},  {modifier::xor_, operation::logic},  {modifier::inc, operation::step},    {modifier::dec, operation::step}};
  for (const auto& [word, operation] : words)
    if (i.has(word)) return operation;
  return operation::unknown;
}

/// What the type words say; where there are none, a matrix product's kind.
content written_content(const instruction& i) {
  if (i.type() != modifier::none) return content_of(i.type());
  return i.has(modifier::kind_i8) ? content::integer : content::real;
}

ordering written_order(const instruction& i, ordering otherwise) {
  static constexpr std::pair<modifier, ordering> words[] = {
      {modifier::weak, ordering::weak},       {modifier::volatile_, ordering::volatile_}, {modifier::relaxed, ordering::relaxed}, {modifier::acquire, ordering::acquire},
      {modifier::release, ordering::release}, {modifier::acq_rel, ordering::acq_rel},     {modifier::sc, ordering::sc}};
  for (const auto& [word, order] : words)
    if (i.has(word)) return order;
  return otherwise;
}

/// Of an operation whose row leaves it open. The least or greatest integer of several is one of them with all its bits.
lineage lineage_of(operation what, content takes) {
  const bool picks = what == operation::minimum || what == operation::maximum;
  if (takes == content::real) return picks ? lineage::selects : lineage::computes;
  return picks ? lineage::reshapes : lineage::discrete;
}

/// Whether a source of this type has to be a predicate: it is named so, or takes the type of the instruction, which is one.
bool is_predicate_source(const operand_pattern& p, bool first, modifier type) {
  if (p.is_joined || (first && (p.name == "d" || p.name == "p"))) return false;
  const bool follows = p.rule == type_rule::first || p.rule == type_rule::last;
  return p.rule == type_rule::fixed ? p.fixed == modifier::pred : follows && type == modifier::pred;
}

bool asks_predicate(const instruction& i) {
  bool first = true;
  for (const operand_group& g : patterns()[static_cast<std::size_t>(i.form)].operands)
    for (const operand_pattern& p : g.operands) {
      if (is_predicate_source(p, first, i.type())) return true;
      first = false;
    }
  return false;
}

/// `mov` of a predicate decides as the predicate does; between a register and its elements it packs or unpacks.
void resolve_move(const instruction& i, meaning& m) {
  if (i.type() == modifier::pred) m.takes = m.gives = content::predicate, m.lineage = lineage::decides;
  if (i.operands.size() != 2) return;
  if (i.operands[0].kind == operand_kind::vector) m.operation = operation::unpacking;
  else if (i.operands[1].kind == operand_kind::vector) m.operation = operation::packing;
}

} // namespace

const meaning& meaning_of(form f) { return table[static_cast<std::size_t>(f)]; }

meaning meaning_of(const instruction& i) {
  meaning m = meaning_of(i.form);
  if (i.form == form::unknown) return m;
  if (m.operation == operation::as_written) m.operation = written_operation(i);
  if (m.takes == content::as_typed) m.takes = written_content(i);
  if (m.gives == content::as_typed) m.gives = written_content(i);
  if (m.lineage == lineage::as_typed) m.lineage = lineage_of(m.operation, m.takes);
  if (i.form == form::mov) resolve_move(i, m);
  m.order = written_order(i, m.order);
  m.approximate = i.has(modifier::approx) || i.has(modifier::full);
  m.asks_predicate = asks_predicate(i);
  const bool two_types = is_conversion(m) || m.operation == operation::comparison || is_real_sum(m);
  m.result = i.type(0);
  m.source = two_types && i.type(1) != modifier::none ? i.type(1) : i.type(0);
  m.parts = std::max(parts_of(m.result), parts_of(m.source));
  return m;
}

} // namespace fpcheck::ptx
