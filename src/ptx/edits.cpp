#include "bit_edits.hpp"
#include "joint_edits.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/ptx/find_kernel.hpp>
#include <fpcheck/ptx/print.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <tuple>

namespace fpcheck::ptx {

double known_literal::number() const {
  switch (kind) {
  case literal_kind::f32: return bit_cast<float>(static_cast<std::uint32_t>(bits));
  case literal_kind::f64: return bit_cast<double>(bits);
  default: return static_cast<double>(static_cast<std::int64_t>(bits));
  }
}

bool statement::has(std::string_view word) const { return std::find(words.begin(), words.end(), word) != words.end(); }

std::string statement::text() const {
  std::string out = "  " + guard;
  for (std::size_t k = 0; k < words.size(); ++k) out += (k == 0 ? "" : ".") + words[k];
  for (std::size_t k = 0; k < operands.size(); ++k) out += (k == 0 ? " " : ", ") + operands[k];
  return out + ";";
}

statement statement::with_word(std::string_view word, std::string_view other) const {
  statement out = *this;
  const auto it = std::find(out.words.begin(), out.words.end(), word);
  if (it != out.words.end()) *it = other;
  return out;
}

statement statement::with_operand(std::size_t k, std::string text) const {
  statement out = *this;
  out.operands[k] = std::move(text);
  return out;
}

std::string statement::taking(std::size_t k) const { return "  " + guard + result + ' ' + operands[0] + ", " + operands[k] + ";"; }

namespace {

/// The literals that registers always hold: those with one definition, a move of a literal.
class fixed_registers {
public:
  explicit fixed_registers(const function& f) : state_(f.registers.size()) {
    for (const instruction& i : f.body) {
      const bool moves = i.text.starts_with("mov.") && i.guard == none && i.operands.size() == 2 && i.operands[1].kind == operand_kind::immediate;
      for (std::size_t k = 0; k < i.operands.size() && (k == 0 || i.operands[k].joined); ++k) define(f, i.operands[k], moves ? &i.operands[1] : nullptr);
    }
  }
  std::optional<known_literal> of(const operand& o) const {
    if (o.kind == operand_kind::immediate) return known_literal{o.literal, o.value, true};
    if (o.kind != operand_kind::reg || o.negated || o.part != register_part::whole) return std::nullopt;
    const held& h = state_[o.id];
    return h.definitions == 1 ? h.what : std::nullopt;
  }

private:
  struct held {
    unsigned definitions = 0;
    std::optional<known_literal> what;
  };
  /// A store's first operand is an address; whatever else is named first counts as defined.
  void define(const function& f, const operand& o, const operand* literal) {
    if (o.kind == operand_kind::vector)
      for (index k = 0; k < o.count; ++k) define(f, f.operand_pool[o.first + k], nullptr);
    if (o.kind != operand_kind::reg) return;
    held& h = state_[o.id];
    ++h.definitions;
    h.what = literal != nullptr ? std::optional(known_literal{literal->literal, literal->value, false}) : std::nullopt;
  }
  std::vector<held> state_;
};

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> out(1);
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '.') out.emplace_back();
    else out.back() += text[k];
  return out;
}

statement read_statement(const function& f, const instruction& i, function_printer& print, const fixed_registers& fixed) {
  statement s;
  s.words = split_words(i.text);
  if (i.guard != none) {
    operand guard;
    guard.kind = operand_kind::reg, guard.id = i.guard, guard.negated = i.guard_negated;
    s.guard = '@' + print.text_of(guard) + ' ';
  }
  for (const operand& o : i.operands) {
    if (o.joined && !s.operands.empty()) {
      s.operands.back() += '|' + print.text_of(o);
      continue;
    }
    s.operands.push_back(print.text_of(o));
    s.literals.push_back(fixed.of(o));
    s.types.emplace_back(o.kind == operand_kind::reg ? text(f.registers[o.id].type) : std::string_view());
  }
  const operand& first = i.operands[0];
  if (first.kind == operand_kind::reg && first.id < f.registers.size()) s.result = "mov" + std::string(text(f.registers[first.id].type));
  return s;
}

/// Where an instruction comes from: the innermost place that the user wrote, whoever called it.
std::string place_of(const module& m, const instruction& i, index at) {
  if (i.position >= m.positions.size()) return '#' + std::to_string(at);
  const source_position& p = m.positions[i.position];
  const auto text = [&](index file, std::uint32_t line, std::uint32_t column) { return (file < m.files.size() ? m.files[file] : "") + ':' + std::to_string(line) + ':' + std::to_string(column); };
  const auto own = [&](index file) { return file < m.files.size() && (m.files[file].ends_with(".cu") || m.files[file].ends_with(".cuh") || m.files[file].ends_with(".py")); };
  if (own(p.file)) return text(p.file, p.line, p.column);
  for (const inline_frame& f : p.inlined_at)
    if (own(f.file)) return text(p.file, p.line, p.column) + text(f.file, f.line, f.column);
  return text(p.file, p.line, p.column);
}

bool may_change(const instruction& i) {
  static constexpr std::string_view fixed[] = {"bra", "ret", "exit", "bar", "barrier", "call", "brx", "membar", "fence", "cvta", "trap", "mbarrier", "nanosleep"};
  const std::string first = i.text.substr(0, i.text.find('.'));
  return i.form != form::unknown && !i.operands.empty() && std::find(std::begin(fixed), std::end(fixed), first) == std::end(fixed);
}

edit edit_of(index function, index at, const change& c) {
  edit e;
  e.instead.function = function;
  e.instead.declarations = spare_registers;
  e.instead.instructions[at] = c.text;
  e.at = at, e.rank = c.rank, e.with = c.with, e.now = c.now, e.open = c.open;
  return e;
}

std::string literal_text(literal_kind kind, double value) {
  const bool single = kind == literal_kind::f32;
  std::uint64_t bits = single ? bit_cast<std::uint32_t>(static_cast<float>(value)) : bit_cast<std::uint64_t>(value);
  std::string out(single ? 8 : 16, '0');
  for (std::size_t k = out.size(); k-- > 0; bits >>= 4) out[k] = "0123456789ABCDEF"[bits & 15];
  return (single ? "0f" : "0d") + out;
}

/// What a table's bytes are: as it is declared, else what the function loads; nothing where they would be no plausible numbers, or too many.
std::optional<literal_kind> numbers_in(const variable& v, const function& f) {
  constexpr std::uint64_t most_elements = 64;
  const auto plausible = [&](auto number) {
    using real = decltype(number);
    if (v.size % sizeof(real) != 0 || v.size / sizeof(real) > most_elements || v.initial.size() != v.size) return false;
    for (std::size_t at = 0; at < v.size; at += sizeof(real)) {
      std::memcpy(&number, v.initial.data() + at, sizeof(real));
      if (number != 0 && !(std::fabs(number) > real(1e-12) && std::fabs(number) < real(1e12))) return false;
    }
    return true;
  };
  if (v.function != none || v.initial.empty() || (v.space != state_space::constant && v.space != state_space::global)) return std::nullopt;
  const bool doubles = v.type == modifier::f64 || (v.type != modifier::f32 && std::any_of(f.body.begin(), f.body.end(), [](const instruction& i) { return i.text.starts_with("ld.") && i.text.ends_with(".f64"); }));
  if (doubles) return plausible(0.0) ? std::optional(literal_kind::f64) : std::nullopt;
  return plausible(0.0f) ? std::optional(literal_kind::f32) : std::nullopt;
}

/// Any one number of a table that the function names.
void table_edits(const module& m, index function, std::vector<edit>& out) {
  std::set<index> seen;
  const ptx::function& f = m.functions[function];
  for (index at = 0; at < f.body.size(); ++at)
    for (const operand& o : f.body[at].operands) {
      const bool names = o.kind == operand_kind::symbol || (o.kind == operand_kind::address && o.base == base_kind::symbol);
      if (!names || m.symbols[o.id].is_function || !seen.insert(m.symbols[o.id].id).second) continue;
      const variable& v = m.variables[m.symbols[o.id].id];
      const auto kind = numbers_in(v, f);
      const std::size_t bytes = kind == literal_kind::f32 ? 4 : 8;
      for (std::size_t k = 0; kind && k < v.size / bytes; ++k) {
        edit e;
        e.instead.function = function, e.at = at, e.rank = ranks::table_number;
        e.open = open_constant{0, *kind, m.symbols[o.id].id, k * bytes};
        float single = 0;
        if (bytes == 4) std::memcpy(&single, v.initial.data() + k * bytes, bytes), e.open->now = single;
        else std::memcpy(&e.open->now, v.initial.data() + k * bytes, bytes);
        e.with = "for element " + std::to_string(k) + " of " + demangle(v.name);
        char text[40];
        std::snprintf(text, sizeof text, "%.7g", e.open->now);
        e.now = text;
        out.push_back(std::move(e));
      }
    }
}

} // namespace

module with_element(const module& m, const edit& e, double value) {
  module out = m;
  std::byte* const to = out.variables[*e.open->table].initial.data() + e.open->offset;
  const float single = static_cast<float>(value);
  if (e.open->kind == literal_kind::f32) std::memcpy(to, &single, sizeof single);
  else std::memcpy(to, &value, sizeof value);
  return out;
}

std::vector<edit> small_edits(const module& m, index function) {
  const ptx::function& f = m.functions[function];
  function_printer print(m, f);
  const fixed_registers fixed(f);
  std::vector<edit> out;
  std::vector<std::pair<edit, std::size_t>> single; // with the change of its whole place
  std::map<std::string, std::size_t> known; // by place, instruction and change
  std::vector<numbered_statement> all;
  for (index at = 0; at < f.body.size(); ++at) {
    const instruction& i = f.body[at];
    if (!may_change(i)) continue;
    all.push_back({at, place_of(m, i, at), read_statement(f, i, print, fixed)});
    const std::string place = all.back().place + ' ' + i.text + '\n';
    for (change& c : changes_of(all.back().what)) {
      const auto [group, fresh] = known.try_emplace(place + c.kind(), out.size());
      if (fresh) out.push_back(edit_of(function, at, c));
      else out[group->second].instead.instructions[at] = c.text;
      if (c.alone) single.emplace_back(edit_of(function, at, c), group->second);
    }
  }
  for (auto& [e, whole] : single)
    if (out[whole].instead.instructions.size() > 1) ++e.rank, out.push_back(std::move(e));
  table_edits(m, function, out);
  for (const auto more : {&joint_edits, &bit_edits, &hand_conversion_edits})
    for (edit& e : more(function, all)) out.push_back(std::move(e));
  std::stable_sort(out.begin(), out.end(), [](const edit& a, const edit& b) { return std::tie(a.rank, a.at) < std::tie(b.rank, b.at); });
  return out;
}

replacement with_constant(const edit& e, double value) {
  replacement out = e.instead;
  const std::string literal = literal_text(e.open->kind, value);
  for (auto& [at, text] : out.instructions)
    for (std::size_t k = 0; (k = text.find(constant_mark, k)) != std::string::npos; k += literal.size()) text.replace(k, 1, literal);
  return out;
}

} // namespace fpcheck::ptx
