#include "parser.hpp"

#include <algorithm>

namespace fpcheck::ptx {
namespace {

constexpr std::string_view wrong_kind = "an operand of another kind is wanted";
constexpr std::string_view wrong_width = "its width is not that of the instruction's type";
constexpr std::string_view wrong_class = "a floating-point and an integer type meet";
constexpr std::string_view not_predicate = "a predicate is wanted";
constexpr std::string_view is_predicate = "a predicate cannot stand here";
constexpr std::string_view not_writable = "it cannot be written to";
constexpr std::string_view wrong_length = "the vector has another number of elements";

bool is_float(modifier m) {
  return m == modifier::f32 || m == modifier::f64;
}

bool is_signed_or_unsigned(modifier m) {
  const std::string_view t = text(m);
  return t.size() > 1 && (t[1] == 's' || t[1] == 'u') && t.find('x') == std::string_view::npos &&
         m != modifier::surfref && m != modifier::samplerref;
}

/// Whether memory operands of this opcode may hold more than a base: `[texture, {x, y}]`.
bool may_have_coordinates(std::string_view opcode) {
  for (std::string_view one : {"tex", "tld4", "suld", "sust", "sured", "txq", "suq"})
    if (opcode == one) return true;
  return false;
}

/// Whether the operand's type is that of a type word, so that `.v4` makes it a vector.
bool follows_words(const operand_pattern& o) {
  return o.rule == type_rule::first || o.rule == type_rule::second || o.rule == type_rule::last;
}

bool is_destination(const operand_pattern& o) {
  return o.name == "d" || o.is_joined || o.name == "p";
}

/// Whether the form moves vectors: its words may be `.v2`, or it packs and unpacks.
bool may_be_vectors(const form_pattern& p) {
  if (p.id == form::mov) return true;
  return std::any_of(p.words.begin(), p.words.end(), [](const word_group& g) {
    return std::any_of(g.alternatives.begin(), g.alternatives.end(), [](const std::vector<modifier>& run) { return run == std::vector{modifier::v2}; });
  });
}

bool is_video(std::string_view opcode) {
  return opcode[0] == 'v' && opcode != "vote";
}

} // namespace

modifier parser::type_of(const operand_pattern& o, const opcode_entry& e) {
  switch (o.rule) {
  case type_rule::first:
    return e.first;
  case type_rule::second:
    return e.second;
  case type_rule::fixed:
    return o.fixed;
  case type_rule::last:
  case type_rule::wide:
    return e.last;
  default:
    return modifier::none;
  }
}

bool parser::settle_form(instruction& out, const opcode_entry& entry, std::size_t position) {
  mismatch worst;
  matched_.assign(out.operands.size(), nullptr);
  const form_pattern* nearest = nullptr;
  for (form f : entry.candidates) {
    const form_pattern& p = patterns()[static_cast<std::size_t>(f)];
    mismatch m;
    if (fits(p, entry, out, 0, 0, m)) {
      out.form = f;
      settle_literals(entry, out);
      unwrap_elements(entry, out);
      return true;
    }
    if (!nearest || m.operand > worst.operand) worst = m, nearest = &p;
  }
  return fail_mismatch(out, *nearest, worst, position);
}

bool parser::fail_mismatch(const instruction& i, const form_pattern& p, const mismatch& m, std::size_t position) {
  const std::string hint = "its form is " + std::string(syntax(p.id));
  if (m.operand >= i.operands.size())
    return fail_at(position,
                   "'" + i.text + "' lacks an operand" + (m.pattern ? " (" + m.pattern->name + ")" : std::string()),
                   hint);
  const std::size_t place = operand_places_[m.operand];
  if (!m.pattern) return fail_at(place, "'" + i.text + "' has too many operands", hint);
  std::string what = "operand " + std::to_string(m.operand + 1) + " of '" + i.text + "'";
  const operand& x = i.operands[m.operand];
  if (x.kind == operand_kind::reg) what += " (" + std::string(ptx::text(function_.registers[x.id].type)) + ")";
  return fail_at(place, what + " does not fit: " + std::string(m.why), hint);
}

bool parser::fits(const form_pattern& p, const opcode_entry& e, const instruction& i, std::size_t group, std::size_t at,
                  mismatch& m) {
  const auto note = [&](std::size_t operand, std::string_view why, const operand_pattern* pattern) {
    if (operand < m.operand || (operand == m.operand && m.pattern)) return;
    m = {operand, why, pattern};
  };
  if (group == p.operands.size()) {
    if (at == i.operands.size()) return true;
    note(at, {}, nullptr);
    return false;
  }
  const operand_group& g = p.operands[group];
  bool ok = true;
  for (std::size_t k = 0; ok && k < g.operands.size(); ++k) {
    if (at + k >= i.operands.size()) {
      ok = false;
      if (!g.is_optional) note(at + k, wrong_kind, &g.operands[k]);
    } else if (const auto why = misfit(p, g.operands[k], e, i, at + k); !why.empty()) {
      ok = false;
      note(at + k, why, &g.operands[k]);
    }
  }
  if (ok && fits(p, e, i, group + 1, at + g.operands.size(), m)) {
    for (std::size_t k = 0; k < g.operands.size(); ++k) matched_[at + k] = &g.operands[k];
    return true;
  }
  return g.is_optional && fits(p, e, i, group + 1, at, m);
}

std::string_view parser::misfit(const form_pattern& p, const operand_pattern& o, const opcode_entry& e,
                                const instruction& i, std::size_t at) const {
  const operand& x = i.operands[at];
  if (x.joined != o.is_joined) return "'|' joins a pair of results only";
  if (o.is_address) return address_misfit(p, o, x);
  switch (o.rule) {
  case type_rule::any:
    return x.kind == operand_kind::address ? wrong_kind : std::string_view();
  case type_rule::immediate:
    return x.kind == operand_kind::immediate && x.literal == literal_kind::integer ? std::string_view()
                                                                                   : "an integer constant is wanted";
  case type_rule::label:
    return x.kind == operand_kind::label ? std::string_view() : "a label is wanted";
  case type_rule::table:
    return x.kind == operand_kind::branch_targets ? std::string_view() : "a list of .branchtargets is wanted";
  case type_rule::list:
    return x.kind == operand_kind::vector || x.kind == operand_kind::reg ? std::string_view() : "a vector is wanted";
  case type_rule::function:
    return wrong_kind;
  default:
    break;
  }
  if (is_single_element(p, o, e, x)) return value_misfit(p, o, function_.operand_pool[x.first], type_of(o, e), width(type_of(o, e)));
  if (x.kind == operand_kind::vector) return vector_misfit(p, o, e, x);
  if (follows_words(o) && e.vector_length != 0 && x.kind != operand_kind::sink) return "a vector is wanted";
  if (o.rule == type_rule::pointer) return value_misfit(p, o, x, modifier::none, 0);
  const modifier type = type_of(o, e);
  return value_misfit(p, o, x, type, o.rule == type_rule::wide ? 2 * width(type) : width(type));
}

bool parser::is_single_element(const form_pattern& p, const operand_pattern& o, const opcode_entry& e, const operand& x) const {
  return x.kind == operand_kind::vector && x.count == 1 && e.vector_length == 0 && follows_words(o) && may_be_vectors(p);
}

void parser::unwrap_elements(const opcode_entry& e, instruction& i) {
  for (std::size_t k = 0; k < i.operands.size(); ++k)
    if (is_single_element(patterns()[static_cast<std::size_t>(i.form)], *matched_[k], e, i.operands[k])) i.operands[k] = function_.operand_pool[i.operands[k].first];
}

std::string_view parser::address_misfit(const form_pattern& p, const operand_pattern& o, const operand& x) const {
  if (x.kind != operand_kind::address) return "an address in square brackets is wanted";
  if (x.base == base_kind::reg) {
    const modifier type = function_.registers[x.id].type;
    if ((width(type) != 32 && width(type) != 64) || is_float(type)) return "an address register has 32 or 64 bits";
  }
  const bool wants_coordinates = o.name.find(',') != std::string::npos;
  if (wants_coordinates != (x.count != 0) && !may_have_coordinates(p.opcode))
    return wants_coordinates ? "coordinates are wanted" : "no coordinates can stand here";
  return {};
}

std::string_view parser::vector_misfit(const form_pattern& p, const operand_pattern& o, const opcode_entry& e,
                                       const operand& x) const {
  if (o.rule == type_rule::wide || o.rule == type_rule::pointer) return "a vector cannot stand here";
  const modifier type = type_of(o, e);
  unsigned bits = width(type);
  if (follows_words(o) && e.vector_length != 0) {
    if (x.count != e.vector_length) return wrong_length;
  } else if (follows_words(o)) {
    // Packing and unpacking, which mov alone can do.
    if (p.id != form::mov || x.count == 0 || bits % x.count != 0) return "a vector cannot stand here";
    bits /= x.count;
  }
  for (index k = 0; k < x.count; ++k) {
    const operand& element = function_.operand_pool[x.first + k];
    const modifier element_type = bits == width(type) ? type : modifier::none;
    if (const auto why = value_misfit(p, o, element, element_type, bits); !why.empty()) return why;
  }
  return {};
}

std::string_view parser::value_misfit(const form_pattern& p, const operand_pattern& o, const operand& x, modifier type,
                                      unsigned bits) const {
  const bool wants_predicate = type == modifier::pred;
  switch (x.kind) {
  case operand_kind::reg:
    return register_misfit(p, x, type, bits);
  case operand_kind::sink:
    return is_destination(o) ? std::string_view() : "'_' stands for a result only";
  case operand_kind::special: {
    if (is_destination(o)) return not_writable;
    const bool is_predicate_register = width(x.special) == 1;
    return wants_predicate == is_predicate_register ? std::string_view()
           : wants_predicate                        ? not_predicate
                                                    : is_predicate;
  }
  case operand_kind::immediate:
    if (is_destination(o)) return not_writable;
    if (x.literal == literal_kind::integer)
      return is_float(type) ? "a floating-point constant is wanted" : std::string_view();
    if (is_float(type)) return {};
    if (wants_predicate || is_signed_or_unsigned(type)) return "an integer constant is wanted";
    return bits == (x.literal == literal_kind::f32 ? 32u : 64u) ? std::string_view() : wrong_width;
  case operand_kind::symbol:
    if (is_destination(o)) return not_writable;
    return wants_predicate || is_float(type) || (bits != 0 && bits != 32 && bits != 64) ? wrong_kind
                                                                                        : std::string_view();
  default:
    return wrong_kind;
  }
}

std::string_view parser::register_misfit(const form_pattern& p, const operand& x, modifier type, unsigned bits) const {
  const modifier declared = function_.registers[x.id].type;
  const bool wants_predicate = type == modifier::pred;
  if ((declared == modifier::pred) != wants_predicate) return wants_predicate ? not_predicate : is_predicate;
  if (x.negated && !wants_predicate && !is_video(p.opcode)) return "it cannot be negated here";
  if (x.part != register_part::whole)
    return is_video(p.opcode) ? std::string_view() : "only video instructions take a part of a register";
  if (wants_predicate) return {};
  if (bits == 0)
    return width(declared) == 32 || width(declared) == 64 ? std::string_view()
                                                          : "an address register has 32 or 64 bits";
  if (p.is_relaxed ? width(declared) < bits : width(declared) != bits) return wrong_width;
  if (!p.is_relaxed &&
      ((is_float(declared) && is_signed_or_unsigned(type)) || (is_float(type) && is_signed_or_unsigned(declared))))
    return wrong_class;
  return {};
}

void parser::settle_literals(const opcode_entry& e, instruction& i) {
  const auto settle = [](operand& x, modifier type) {
    if (x.kind != operand_kind::immediate) return;
    if (type == modifier::f32 && x.literal == literal_kind::f64) {
      x.value = __builtin_bit_cast(std::uint32_t, static_cast<float>(__builtin_bit_cast(double, x.value)));
      x.literal = literal_kind::f32;
    } else if (type == modifier::f64 && x.literal == literal_kind::f32) {
      x.value = __builtin_bit_cast(std::uint64_t,
                                   static_cast<double>(__builtin_bit_cast(float, static_cast<std::uint32_t>(x.value))));
      x.literal = literal_kind::f64;
    }
  };
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    operand& x = i.operands[k];
    const modifier type = type_of(*matched_[k], e);
    settle(x, type);
    if (x.kind != operand_kind::vector) continue;
    for (index element = 0; element < x.count; ++element) settle(function_.operand_pool[x.first + element], type);
  }
}

} // namespace fpcheck::ptx
