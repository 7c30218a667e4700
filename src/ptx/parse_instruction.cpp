#include "parser.hpp"

#include <algorithm>

namespace fpcheck::ptx {
namespace {

constexpr std::size_t most_elements = 512;
constexpr std::size_t most_operands = 32;
constexpr std::size_t most_names_for_suggestions = 2000;

/// The special register that PTX writes `text`.
const special_register* find_special(std::string_view text) {
  static const auto table = [] {
    std::unordered_map<std::string_view, special_register> map;
#define FPCHECK_SPECIAL(name, text, bits) map.emplace(text, special_register::name);
#include <fpcheck/ptx/isa/special.def>
    return map;
  }();
  const auto found = table.find(text);
  return found == table.end() ? nullptr : &found->second;
}

register_part part_of(std::string_view suffix) {
  constexpr std::pair<std::string_view, register_part> parts[] = {
      {".b0", register_part::b0}, {".b1", register_part::b1}, {".b2", register_part::b2},
      {".b3", register_part::b3}, {".h0", register_part::h0}, {".h1", register_part::h1}};
  for (const auto& [text, part] : parts)
    if (suffix == text) return part;
  return register_part::whole;
}

/// The dotted words of an opcode; false if one of them is in no table, or there are more than an instruction holds.
bool split_words(std::string_view dotted, std::vector<modifier>& out) {
  while (!dotted.empty()) {
    const std::size_t end = std::min(dotted.find('.', 1), dotted.size());
    const modifier m = word_of(dotted.substr(0, end));
    if (m == modifier::none || out.size() == std::tuple_size_v<decltype(instruction::modifiers)>) return false;
    out.push_back(m);
    dotted.remove_prefix(end);
  }
  return true;
}

} // namespace

const parser::opcode_entry& parser::look_up(std::string_view opcode) {
  const auto [found, is_new] = opcodes_.try_emplace(opcode);
  opcode_entry& e = found->second;
  if (!is_new) return e;
  const std::string_view base = opcode.substr(0, opcode.find('.'));
  const bool words_known = split_words(opcode.substr(base.size()), e.words);
  for (modifier m : e.words) {
    if (m == modifier::v2) e.vector_length = 2;
    if (m == modifier::v4) e.vector_length = 4;
    if (m == modifier::v8) e.vector_length = 8;
    if (!is_type(m)) continue;
    if (e.first == modifier::none)
      e.first = m;
    else if (e.second == modifier::none)
      e.second = m;
    e.last = m;
  }
  if (!words_known) return e;
  std::vector<modifier> words = e.words;
  if (base == "mov") std::erase_if(words, [](modifier m) { return m == modifier::v2 || m == modifier::v4; }); // moves of vectors are split
  for (form f : forms_of(base)) {
    const form_pattern& p = patterns()[static_cast<std::size_t>(f)];
    if (!matches(p, words)) continue;
    e.candidates.push_back(f);
    e.is_call = f == form::call;
    for (const operand_group& g : p.operands)
      for (const operand_pattern& o : g.operands) e.takes_label = e.takes_label || o.rule == type_rule::label;
  }
  return e;
}

bool parser::read_guard(instruction& out) {
  if (!in_.accept('@')) return true;
  out.guard_negated = in_.accept('!');
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  if (name.empty()) return fail_expected("a predicate");
  const name_entry* entry = find_name(name);
  if (!entry) return fail_unknown_name(name, position);
  if (entry->kind != name_kind::reg || function_.registers[entry->id].type != modifier::pred)
    return fail_at(position, "'" + std::string(name) + "' is no predicate register",
                   "an instruction is guarded by a .pred register");
  out.guard = entry->id;
  return true;
}

bool parser::read_instruction() {
  instruction out;
  out.position = position_;
  operand_places_.clear();
  if (!read_guard(out)) return false;
  const std::size_t position = in_.token();
  out.ptx_line = in_.line();
  std::string_view opcode = in_.opcode();
  if (opcode.empty()) return fail_expected("an instruction");
  std::string spaced; // "add .f32" is one opcode too
  while (in_.peek() == '.') {
    if (spaced.empty()) spaced = opcode;
    const std::string_view word = in_.dotted();
    if (word.empty()) return fail_expected("an operand");
    spaced += word;
  }
  if (!spaced.empty()) opcode = *spellings_.insert(std::move(spaced)).first;
  out.text = opcode;
  const opcode_entry& entry = look_up(opcode);
  out.modifier_count = static_cast<std::uint8_t>(entry.words.size());
  std::copy(entry.words.begin(), entry.words.end(), out.modifiers.begin());
  if (entry.candidates.empty()) {
    if (!in_.skip_to(';')) return fail_at(position, "this instruction does not end", "';' is missing");
    function_.body.push_back(std::move(out));
    return expect(';');
  }
  if (entry.is_call) {
    if (!read_call(out) || !check_call(out, position)) return false;
    out.form = form::call;
  } else if (!read_operands(out, entry) || !settle_form(out, entry, position)) {
    return false;
  }
  if (out.form == form::mov && entry.vector_length != 0) return split_move(out) && expect(';');
  function_.body.push_back(std::move(out));
  return expect(';');
}

/// A move of a vector is moves of its elements. Where an element is overwritten before it is read, it stays one instruction, which nobody models.
bool parser::split_move(const instruction& whole) {
  const operand &d = whole.operands[0], &a = whole.operands[1];
  const bool parallel = d.kind == operand_kind::vector && a.kind == operand_kind::vector && d.count == a.count;
  const auto element = [&](const operand& list, std::uint32_t k) { return function_.operand_pool[list.first + k]; };
  bool in_turn = parallel;
  for (std::uint32_t k = 1; in_turn && k < a.count; ++k)
    for (std::uint32_t j = 0; j < k; ++j) {
      const operand from = element(a, k), to = element(d, j);
      in_turn = in_turn && !(from.kind == operand_kind::reg && to.kind == operand_kind::reg && from.id == to.id);
    }
  if (!in_turn) return function_.body.push_back(whole), true;
  for (std::uint32_t k = 0; k < a.count; ++k) {
    instruction one = whole;
    one.operands = {element(d, k), element(a, k)};
    one.modifiers = {};
    one.modifiers[0] = whole.type();
    one.modifier_count = 1;
    one.text = "mov" + std::string(text(whole.type()));
    if (one.operands[0].kind != operand_kind::sink) function_.body.push_back(std::move(one));
  }
  return true;
}

bool parser::read_operands(instruction& out, const opcode_entry& entry) {
  if (in_.peek() == ';') return true;
  for (bool joined = false;;) {
    if (out.operands.size() >= most_operands) return fail_here("more operands than any instruction takes");
    operand_places_.push_back(in_.token());
    operand o;
    if (!read_operand(o, entry)) return false;
    o.joined = joined;
    out.operands.push_back(o);
    joined = in_.accept('|');
    if (!joined && !in_.accept(',')) return true;
  }
}

bool parser::read_operand(operand& out, const opcode_entry& entry) {
  const char c = in_.peek();
  if (c == '[') return read_address(out, entry);
  if (c == '{') return read_vector(out, entry);
  if (c == '!' || c == '-') {
    const auto start = in_.here();
    in_.accept(c);
    const char next = in_.peek();
    if (next == '%' || next == '$' || next == '_' || (next >= 'a' && next <= 'z') ||
        (next >= 'A' && next <= 'Z' && next != 'W')) {
      const std::size_t position = in_.token();
      if (!read_named_operand(out, entry)) return false;
      if (out.kind != operand_kind::reg)
        return fail_at(position, std::string("only a register can follow '") + c + "'");
      out.negated = true;
      return true;
    }
    in_.back_to(start);
  }
  const auto start = in_.here();
  const std::string_view name = in_.name();
  in_.back_to(start);
  if (!name.empty() && name != "WARP_SZ") return read_named_operand(out, entry);
  if (name.empty() && c != '(' && c != '-' && c != '+' && c != '~' && c != '!' && !(c >= '0' && c <= '9'))
    return fail_expected("an operand");
  literal value;
  if (!read_constant(value)) return false;
  out.kind = operand_kind::immediate;
  out.literal = value.kind;
  out.value = value.bits;
  return true;
}

operand parser::symbol_operand(index symbol) const {
  operand o;
  o.kind = operand_kind::symbol;
  o.id = symbol;
  return o;
}

bool parser::read_named_operand(operand& out, const opcode_entry& entry) {
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  if (name == "_") return out.kind = operand_kind::sink, true;
  if (const name_entry* known = find_name(name)) {
    out.id = known->id;
    switch (known->kind) {
    case name_kind::reg:
      return out.kind = operand_kind::reg, read_register_suffix(out, name);
    case name_kind::vector_reg:
      return read_vector_register(out, *known);
    case name_kind::variable:
      return out = symbol_operand(known->id), read_offset(out);
    case name_kind::prototype:
      return out.kind = operand_kind::prototype, true;
    case name_kind::branch_targets:
      return out.kind = operand_kind::branch_targets, true;
    case name_kind::call_targets:
      return out.kind = operand_kind::call_targets, true;
    }
  }
  if (name[0] == '%') return read_special(out, name, position);
  if (entry.takes_label) {
    out.kind = operand_kind::label;
    scopes_.back().uses.push_back({label_use::place::operand, static_cast<index>(function_.body.size()),
                                   static_cast<index>(operand_places_.size() - 1), name, position});
    return true;
  }
  const index symbol = find_symbol(name);
  if (symbol == none) return fail_unknown_name(name, position);
  out = symbol_operand(symbol);
  return read_offset(out);
}

bool parser::read_register_suffix(operand& out, std::string_view base) {
  if (in_.ahead(0) != '.') return true;
  const std::size_t position = in_.token();
  const std::string_view suffix = in_.suffix();
  out.part = part_of(suffix);
  return out.part != register_part::whole ||
         fail_at(position, "'" + std::string(base) + "' has no part '" + std::string(suffix.substr(0, 60)) + "'");
}

bool parser::read_vector_register(operand& out, const name_entry& entry) {
  const std::size_t position = in_.token();
  const std::string_view suffix = in_.ahead(0) == '.' ? in_.suffix() : std::string_view();
  if (suffix.empty()) {
    std::vector<operand> elements(entry.components);
    for (unsigned i = 0; i < entry.components; ++i) elements[i].kind = operand_kind::reg, elements[i].id = entry.id + i;
    out.kind = operand_kind::vector;
    out.id = none;
    out.first = pool(elements);
    out.count = entry.components;
    return true;
  }
  for (unsigned i = 0; i < entry.components; ++i)
    if (suffix.size() == 2 && (suffix[1] == "xyzw"[i] || suffix[1] == "rgba"[i])) {
      out.kind = operand_kind::reg;
      out.id = entry.id + i;
      return true;
    }
  return fail_at(position, "the vector register has no component '" + std::string(suffix.substr(0, 60)) + "'");
}

bool parser::read_special(operand& out, std::string_view name, std::size_t position) {
  const special_register* found = find_special(name);
  if (!found && in_.ahead(0) == '.') {
    in_.suffix();
    found = find_special(in_.since(position));
  }
  if (!found) return fail_unknown_name(in_.since(position), position);
  out.kind = operand_kind::special;
  out.special = *found;
  return true;
}

bool parser::fail_unknown_name(std::string_view name, std::size_t position) {
  if (name.empty()) return fail_expected("a name");
  std::vector<std::string> names;
  for (const scope& s : scopes_)
    for (const auto& [known, entry] : s.names) names.emplace_back(known);
  for (const auto& [known, id] : symbols_) names.emplace_back(known);
  std::string near;
  // Register numbers that differ are no spelling mistakes.
  if (name[0] != '%' && name.size() < 100 && names.size() < most_names_for_suggestions)
    near = nearest_name(std::string(name), names);
  return fail_at(position, "'" + std::string(name.substr(0, 200)) + "' is not declared",
                 near.empty() ? near : "did you mean '" + near + "'?");
}

index parser::pool(const std::vector<operand>& elements) {
  const auto first = static_cast<index>(function_.operand_pool.size());
  function_.operand_pool.insert(function_.operand_pool.end(), elements.begin(), elements.end());
  return first;
}

bool parser::read_vector(operand& out, const opcode_entry& entry) {
  const std::size_t position = in_.token();
  in_.accept('{');
  std::vector<operand> elements;
  if (!in_.accept('}')) {
    do {
      if (in_.peek() == '{' || in_.peek() == '[') return fail_expected("a register or a number");
      elements.emplace_back();
      if (!read_operand(elements.back(), entry)) return false;
      if (elements.back().kind == operand_kind::vector || elements.back().kind == operand_kind::label)
        return fail_at(position, "a vector holds registers and numbers");
      if (elements.size() > most_elements)
        return fail_at(position, "a vector has at most " + std::to_string(most_elements) + " elements");
    } while (in_.accept(','));
    if (!expect('}')) return false;
  }
  out.kind = operand_kind::vector;
  out.first = pool(elements);
  out.count = static_cast<std::uint32_t>(elements.size());
  return true;
}

bool parser::read_offset(operand& out) {
  const char sign = in_.peek();
  if (sign != '+' && sign != '-') return true;
  in_.accept(sign);
  literal offset;
  const std::size_t position = in_.token();
  if (!read_constant(offset)) return false;
  if (offset.kind != literal_kind::integer) return fail_at(position, "an offset must be an integer");
  out.value = sign == '+' ? offset.bits : 0 - offset.bits;
  return true;
}

bool parser::read_address(operand& out, const opcode_entry& entry) {
  in_.accept('[');
  out.kind = operand_kind::address;
  if (!read_address_base(out)) return false;
  std::vector<operand> extra;
  while (in_.accept(',')) {
    if (in_.peek() == '[') return fail_expected("coordinates");
    if (extra.size() >= 8) return fail_here("too many coordinates");
    extra.emplace_back();
    if (!read_operand(extra.back(), entry)) return false;
  }
  if (!extra.empty()) out.first = pool(extra), out.count = static_cast<std::uint32_t>(extra.size());
  if (!expect(']')) return false;
  if (in_.ahead(0) == '.') {
    const std::size_t position = in_.token();
    if (in_.suffix() != ".unified") return fail_at(position, "expected .unified after an address");
  }
  return true;
}

bool parser::read_address_base(operand& out) {
  const std::size_t position = in_.token();
  const auto start = in_.here();
  const std::string_view name = in_.name();
  if (name.empty() || name == "WARP_SZ") {
    in_.back_to(start);
    literal address;
    if (!read_constant(address)) return false;
    if (address.kind != literal_kind::integer) return fail_at(position, "an address must be an integer");
    out.value = address.bits;
    return true;
  }
  const name_entry* known = find_name(name);
  if (known && known->kind == name_kind::reg) {
    out.base = base_kind::reg;
    out.id = known->id;
  } else {
    out.base = base_kind::symbol;
    out.id = known && known->kind == name_kind::variable ? known->id : find_symbol(name);
    if (out.id == none) return fail_unknown_name(name, position);
  }
  return read_offset(out);
}

bool parser::read_call_list(operand& out) {
  static const opcode_entry no_entry;
  std::vector<operand> elements;
  if (!expect('(')) return false;
  if (!in_.accept(')')) {
    do {
      operand_places_.push_back(in_.token());
      elements.emplace_back();
      if (!read_operand(elements.back(), no_entry)) return false;
      const operand_kind kind = elements.back().kind;
      if (kind != operand_kind::reg && kind != operand_kind::immediate && kind != operand_kind::symbol)
        return fail_at(operand_places_.back(), "an argument of a call is a .param variable, a register or a number");
      if (elements.size() > most_elements) return fail_here("too many arguments");
    } while (in_.accept(','));
    if (!expect(')')) return false;
  }
  out.kind = operand_kind::vector;
  out.first = pool(elements);
  out.count = static_cast<std::uint32_t>(elements.size());
  return true;
}

bool parser::read_callee(operand& out) {
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  if (name.empty()) return fail_expected("the function to call");
  const name_entry* known = find_name(name);
  if (known && known->kind == name_kind::reg) {
    out.kind = operand_kind::reg;
    out.id = known->id;
    return true;
  }
  const index symbol = find_symbol(name);
  if (symbol == none) return fail_unknown_name(name, position);
  if (!module_.symbols[symbol].is_function) return fail_at(position, "'" + std::string(name) + "' is no function");
  out = symbol_operand(symbol);
  return true;
}

bool parser::read_call(instruction& out) {
  operand nothing;
  nothing.kind = operand_kind::vector;
  out.operands.assign(3, nothing);
  if (in_.peek() == '(' && (!read_call_list(out.operands[0]) || !expect(','))) return false;
  if (!read_callee(out.operands[1])) return false;
  if (!in_.accept(',')) return true;
  if (in_.peek() == '(') {
    if (!read_call_list(out.operands[2])) return false;
    if (!in_.accept(',')) return true;
  }
  const std::size_t position = in_.token();
  const std::string_view name = in_.name();
  const name_entry* known = name.empty() ? nullptr : find_name(name);
  if (!known || (known->kind != name_kind::prototype && known->kind != name_kind::call_targets))
    return fail_at(position, "expected a .callprototype or a list of .calltargets");
  operand table;
  table.kind = known->kind == name_kind::prototype ? operand_kind::prototype : operand_kind::call_targets;
  table.id = known->id;
  out.operands.push_back(table);
  return true;
}

bool parser::check_call(const instruction& call, std::size_t position) {
  const operand& callee = call.operands[1];
  const bool has_table = call.operands.size() > 3;
  if (callee.kind == operand_kind::reg && !has_table)
    return fail_at(position, "an indirect call needs a .callprototype or .calltargets");
  std::size_t returns = 0, parameters = 0;
  bool is_variadic = false;
  const auto open_ended = [](const variable& v) { return v.is_array && v.size == 0; };
  if (has_table && call.operands[3].kind == operand_kind::prototype) {
    const prototype& p = function_.prototypes[call.operands[3].id];
    returns = p.returns.size(), parameters = p.parameters.size();
    is_variadic = !p.parameters.empty() && open_ended(p.parameters.back());
  } else {
    index symbol = callee.id;
    if (callee.kind == operand_kind::reg) {
      const auto& targets = function_.call_targets[call.operands[3].id].targets;
      symbol = targets.front();
    }
    const function& f = module_.functions[module_.symbols[symbol].id];
    if (f.is_entry) return fail_at(position, "'" + f.name + "' is a kernel and cannot be called");
    returns = f.returns.size(), parameters = f.parameters.size();
    is_variadic = !f.parameters.empty() && open_ended(module_.variables[f.parameters.back()]);
  }
  const std::size_t given = call.operands[2].count;
  const bool enough = is_variadic ? given + 1 >= parameters : given == parameters;
  if (!enough)
    return fail_at(position, "the call has " + std::to_string(given) + " arguments, the function " +
                                 std::to_string(parameters) + " parameters");
  // The result may be dropped.
  if (call.operands[0].count != returns && call.operands[0].count != 0)
    return fail_at(position, "the call has " + std::to_string(call.operands[0].count) + " results, the function " +
                                 std::to_string(returns));
  return true;
}

} // namespace fpcheck::ptx
