#include "form_syntax.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace fpcheck::ptx {
namespace {

constexpr std::pair<std::string_view, std::string_view> word_classes[] = {
#define FPCHECK_CLASS(name, alternatives) {name, alternatives},
#include <fpcheck/ptx/isa/classes.def>
};

std::string_view class_alternatives(std::string_view name) {
  for (const auto& [key, alternatives] : word_classes)
    if (key == name) return alternatives;
  return {};
}

using run = std::vector<modifier>;

/// Reads one row; `problem` of the pattern says what is wrong with it.
class row_reader {
public:
  row_reader(form_pattern& out, std::string_view text) : out_(out), text_(text) {}

  void read() {
    const std::size_t space = text_.find(' ');
    std::string_view head = text_.substr(0, space);
    const std::size_t end = head.find_first_of(".({<");
    out_.opcode = head.substr(0, end);
    if (end != std::string_view::npos) read_words(head.substr(end));
    if (space != std::string_view::npos) read_operands(text_.substr(space + 1));
  }

private:
  void wrong(std::string_view what, std::string_view where) {
    if (out_.problem.empty()) out_.problem = std::string(what) + " at '" + std::string(where) + "'";
  }

  static std::size_t word_length(std::string_view s) {
    std::size_t n = 1;
    while (n < s.size() && s[n] != '.' && s[n] != '<' && s[n] != '(' && s[n] != '{' && s[n] != '|') ++n;
    return n;
  }

  /// The runs that `s`, a sequence of words and classes, stands for.
  std::vector<run> runs_of(std::string_view s) {
    std::vector<run> runs{run{}};
    while (!s.empty()) {
      std::vector<run> tails;
      if (s[0] == '<') {
        const std::size_t close = s.find('>');
        const auto name = s.substr(1, close == std::string_view::npos ? close : close - 1);
        if (class_alternatives(name).empty() || close == std::string_view::npos) return wrong("unknown class", s), runs;
        tails = alternatives_of(class_alternatives(name));
        s.remove_prefix(close + 1);
      } else {
        const std::size_t n = word_length(s);
        const modifier m = word_of(s.substr(0, n));
        if (m == modifier::none) return wrong("unknown word", s.substr(0, n)), runs;
        tails = {run{m}};
        s.remove_prefix(n);
      }
      std::vector<run> product;
      for (const run& head : runs)
        for (const run& tail : tails) {
          product.push_back(head);
          product.back().insert(product.back().end(), tail.begin(), tail.end());
        }
      runs = std::move(product);
    }
    return runs;
  }

  std::vector<run> alternatives_of(std::string_view s) {
    std::vector<run> all;
    for (;;) {
      const std::size_t bar = s.find('|');
      for (run& r : runs_of(s.substr(0, bar))) all.push_back(std::move(r));
      if (bar == std::string_view::npos) return all;
      s.remove_prefix(bar + 1);
    }
  }

  void read_words(std::string_view s) {
    while (!s.empty() && out_.problem.empty()) {
      word_group group;
      const char open = s[0];
      const char close = open == '{' ? '}' : open == '(' ? ')' : open == '<' ? '>' : '\0';
      const std::size_t end = close ? s.find(close) : word_length(s) - 1;
      if (end == std::string_view::npos) return wrong("unclosed group", s);
      group.is_optional = open == '{';
      group.alternatives =
          open == '{' || open == '(' ? alternatives_of(s.substr(1, end - 1)) : alternatives_of(s.substr(0, end + 1));
      out_.words.push_back(std::move(group));
      s.remove_prefix(end + 1);
    }
  }

  void read_operands(std::string_view s) {
    operand_group group;
    bool joined = false;
    const auto flush = [&](bool optional_next) {
      if (!group.operands.empty()) out_.operands.push_back(std::move(group));
      group = operand_group{optional_next, {}};
    };
    while (!s.empty() && out_.problem.empty()) {
      switch (s[0]) {
      case ' ':
      case ',':
        s.remove_prefix(1);
        break;
      case '{':
        flush(true), s.remove_prefix(1);
        break;
      case '}':
        flush(false), s.remove_prefix(1);
        break;
      case '|':
        joined = true, s.remove_prefix(1);
        break;
      default: {
        const std::size_t n = s[0] == '[' ? s.find(']') + 1 : s.find_first_of(" ,{}|");
        if (n == 0) return wrong("unclosed address", s);
        group.operands.push_back(read_operand(s.substr(0, n)));
        group.operands.back().is_joined = std::exchange(joined, false);
        s.remove_prefix(n == std::string_view::npos ? s.size() : n);
      }
      }
    }
    flush(false);
  }

  operand_pattern read_operand(std::string_view s) {
    operand_pattern p;
    if (s[0] == '[') {
      p.is_address = true;
      p.name = s.substr(1, s.size() - 2);
      return p;
    }
    const std::size_t colon = s.find(':');
    p.name = s.substr(0, colon);
    p.rule = p.name == "d" ? type_rule::first : type_rule::last;
    if (colon == std::string_view::npos) return p;
    const std::string_view annotation = s.substr(colon + 1);
    static constexpr std::pair<std::string_view, type_rule> rules[] = {
        {"first", type_rule::first},      {"second", type_rule::second}, {"wide", type_rule::wide},
        {"any", type_rule::any},          {"imm", type_rule::immediate}, {"pointer", type_rule::pointer},
        {"list", type_rule::list},        {"label", type_rule::label},   {"table", type_rule::table},
        {"function", type_rule::function}};
    for (const auto& [text, rule] : rules)
      if (annotation == text) return p.rule = rule, p;
    p.rule = type_rule::fixed;
    p.fixed = word_of("." + std::string(annotation));
    if (!is_type(p.fixed)) wrong("unknown annotation", annotation);
    return p;
  }

  form_pattern& out_;
  std::string_view text_;
};

bool is_relaxed_opcode(std::string_view opcode) {
  for (std::string_view relaxed : {"ld", "ldu", "st", "cvt", "tex", "tld4", "suld", "sust", "multimem"})
    if (opcode == relaxed) return true;
  return false;
}

bool matches_from(const form_pattern& pattern, std::size_t group, const std::vector<modifier>& words, std::size_t at) {
  if (group == pattern.words.size()) return at == words.size();
  const word_group& g = pattern.words[group];
  for (const run& r : g.alternatives) {
    bool same = at + r.size() <= words.size();
    for (std::size_t i = 0; same && i < r.size(); ++i) same = words[at + i] == r[i];
    if (same && matches_from(pattern, group + 1, words, at + r.size())) return true;
  }
  return g.is_optional && matches_from(pattern, group + 1, words, at);
}

/// The same with the words in any order: takes the words of each group out of `words`.
bool matches_unordered(const form_pattern& pattern, std::size_t group, const std::vector<modifier>& words) {
  if (group == pattern.words.size()) return words.empty();
  const word_group& g = pattern.words[group];
  for (const run& r : g.alternatives) {
    std::vector<modifier> rest = words;
    const bool all = std::all_of(r.begin(), r.end(), [&](modifier m) {
      const auto at = std::find(rest.begin(), rest.end(), m);
      if (at == rest.end()) return false;
      rest.erase(at);
      return true;
    });
    if (all && matches_unordered(pattern, group + 1, rest)) return true;
  }
  return g.is_optional && matches_unordered(pattern, group + 1, words);
}

std::vector<form_pattern> read_all() {
  std::vector<form_pattern> all(static_cast<std::size_t>(form::count));
  for (std::size_t i = 1; i < all.size(); ++i) {
    all[i].id = static_cast<form>(i);
    row_reader(all[i], ptx::syntax(all[i].id)).read();
    all[i].is_relaxed = is_relaxed_opcode(all[i].opcode);
  }
  return all;
}

} // namespace

const std::vector<form_pattern>& patterns() {
  static const std::vector<form_pattern> all = read_all();
  return all;
}

const std::vector<form>& forms_of(std::string_view opcode) {
  static const auto index = [] {
    std::unordered_map<std::string_view, std::vector<form>> map;
    for (const form_pattern& p : patterns())
      if (p.id != form::unknown) map[p.opcode].push_back(p.id);
    return map;
  }();
  static const std::vector<form> no_forms;
  const auto found = index.find(opcode);
  return found == index.end() ? no_forms : found->second;
}

modifier word_of(std::string_view text) {
  static const auto index = [] {
    std::unordered_map<std::string_view, modifier> map;
#define FPCHECK_MODIFIER(name, text) map.emplace(text, modifier::name);
#define FPCHECK_TYPE(name, text, bits) map.emplace(text, modifier::name);
#include <fpcheck/ptx/isa/modifiers.def>
    return map;
  }();
  const auto found = index.find(text);
  return found == index.end() ? modifier::none : found->second;
}

bool matches(const form_pattern& pattern, const std::vector<modifier>& words) {
  if (matches_from(pattern, 0, words, 0)) return true;
  // ptxas takes these in any order: kernels write both red.global.add.v2.f32 and red.global.v2.f32.add, nvcc's headers
  // max.s32.relu, CUB vote.ballot.sync, Triton ldmatrix.sync.aligned.x4.m8n8, nvcc wmma.mma with its rounding behind the types, others div.ftz.rn.
  static constexpr std::string_view free_opcodes[] = {"atom", "red", "min", "max", "vote", "ldmatrix", "wmma", "stmatrix", "div"};
  const bool any_order = std::find(std::begin(free_opcodes), std::end(free_opcodes), pattern.opcode) != std::end(free_opcodes);
  return any_order && matches_unordered(pattern, 0, words);
}

} // namespace fpcheck::ptx
