#include "start_values.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <set>

namespace fpcheck::ptx {
namespace {

using std::string;
using statements = std::vector<numbered_statement>;

bool is_extreme(const statement& s) { return (s.is("min") || s.is("max")) && s.operands.size() == 3; }
bool is_register(const string& operand) { return operand.starts_with('%'); }

/// The literal that an operand has: by itself, or of a move right before, to a register that has another value later.
std::optional<known_literal> literal_at(const statements& all, std::size_t at, std::size_t operand) {
  constexpr std::size_t near = 6;
  const statement& s = all[at].what;
  if (s.literals[operand] || !s.is("mov")) return s.literals[operand];
  for (std::size_t k = at; k-- > 0 && at - k <= near;) {
    const statement& d = all[k].what;
    if (d.operands.empty() || d.operands[0] != s.operands[operand]) continue;
    return d.is("mov") && d.guard.empty() && d.operands.size() == 2 ? d.literals[1] : std::nullopt;
  }
  return std::nullopt;
}

/// Registers that hold one running extreme, by a name of the set that they are in.
class running_extremes {
public:
  explicit running_extremes(const statements& all) {
    for (std::size_t at = 0; at < all.size(); ++at) {
      const statement& w = all[at].what;
      const bool moves = (w.is("mov") && w.operands.size() == 2) || (w.is("selp") && w.operands.size() == 4);
      if (!moves && !is_extreme(w)) continue;
      const std::size_t sources = w.is("mov") ? 1 : 2;
      for (std::size_t k = 1; k <= sources; ++k)
        if (is_register(w.operands[k]) && !literal_at(all, at, k) && w.operands[0].find('{') == string::npos) join(w.operands[0], w.operands[k]);
    }
    for (const numbered_statement& s : all)
      if (is_extreme(s.what)) (s.what.is("max") ? rising_ : falling_).insert(of(s.what.operands[0]));
    note_choices(all);
  }
  string of(const string& name) const {
    string at = name;
    for (auto it = parent_.find(at); it != parent_.end() && it->second != at; it = parent_.find(at)) at = it->second;
    return at;
  }
  bool rises(const string& set) const { return rising_.contains(set); }
  bool falls(const string& set) const { return falling_.contains(set); }

private:
  /// Larger and smaller ones that a comparison chooses.
  void note_choices(const statements& all) {
    std::map<string, const statement*> compared;
    for (const numbered_statement& s : all) {
      const statement& w = s.what;
      if (w.is("setp") && w.operands.size() == 3) compared[w.operands[0]] = &w;
      if (!w.is("selp") || w.operands.size() != 4) continue;
      const auto by = compared.find(w.operands[3]);
      if (by == compared.end()) continue;
      const statement& c = *by->second;
      const bool above = c.has("gt") || c.has("ge") || c.has("gtu") || c.has("geu"), below = c.has("lt") || c.has("le") || c.has("ltu") || c.has("leu");
      const bool as_compared = w.operands[1] == c.operands[1] && w.operands[2] == c.operands[2], crossed = w.operands[1] == c.operands[2] && w.operands[2] == c.operands[1];
      if ((above || below) && (as_compared || crossed)) (above == as_compared ? rising_ : falling_).insert(of(w.operands[0]));
    }
  }
  void join(const string& a, const string& b) {
    const string x = of(a), y = of(b);
    if (x != y) parent_[x] = y;
  }
  std::map<string, string> parent_;
  std::set<string> rising_, falling_;
};

/// Whether somebody may have taken the number for what an extreme starts from.
bool may_start(const known_literal& l) {
  const double x = l.number();
  if (l.kind == literal_kind::integer) return x == 0 || x == -1 || std::fabs(x) >= 1'000'000;
  return std::fabs(x) < 1e-30 || std::fabs(x) >= 1e30 || std::fabs(x) == 1;
}

string identity_text(const string& type, bool of_maximum) {
  if (type == ".f32") return of_maximum ? "0fFF800000" : "0f7F800000";
  if (type == ".f64") return of_maximum ? "0dFFF0000000000000" : "0d7FF0000000000000";
  return std::to_string(of_maximum ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max());
}

struct start {
  std::size_t at = 0, operand = 0; ///< of the statements
  known_literal value{};
};

edit edit_of(index function, const statements& all, const std::vector<start>& places, bool maximum) {
  const statement& first = all[places[0].at].what;
  const double now = places[0].value.number();
  edit e;
  e.instead.function = function, e.instead.declarations = spare_registers;
  e.at = all[places[0].at].at, e.rank = now == std::numeric_limits<float>::min() || now == std::numeric_limits<double>::min() ? ranks::smallest_number : ranks::identity;
  e.with = first.types[0] == ".b32" ? identity_text(".b32", maximum) : maximum ? "-infinity" : "infinity";
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", now);
  e.now = text;
  for (const start& p : places) e.instead.instructions.try_emplace(all[p.at].at, all[p.at].what.with_operand(p.operand, identity_text(first.types[0], maximum)).text());
  return e;
}

} // namespace

void change_start_values(index function, const statements& all, std::vector<edit>& out) {
  const running_extremes extremes(all);
  std::map<std::pair<string, std::uint64_t>, std::vector<start>> starts; // by set and literal
  for (std::size_t k = 0; k < all.size(); ++k) {
    const statement& s = all[k].what;
    const bool gives = s.is("mov") || s.is("selp") || is_extreme(s);
    if (!gives || s.operands.empty() || s.types.empty() || (s.types[0] != ".f32" && s.types[0] != ".f64" && s.types[0] != ".b32")) continue;
    const string set = extremes.of(s.operands[0]);
    if (!extremes.rises(set) && !extremes.falls(set)) continue;
    for (std::size_t i = 1; i < s.literals.size() && i < (s.is("mov") ? 2u : 3u); ++i)
      if (const auto l = literal_at(all, k, i); l && (l->kind == literal_kind::integer) == (s.types[0] == ".b32") && may_start(*l)) starts[{set, l->bits}].push_back({k, i, *l});
  }
  std::map<std::pair<bool, std::uint64_t>, std::vector<start>> alike; // of all sets
  std::map<std::pair<bool, std::uint64_t>, unsigned> sets;
  for (const auto& [what, places] : starts)
    for (const bool maximum : {true, false}) {
      if (!(maximum ? extremes.rises(what.first) : extremes.falls(what.first))) continue;
      const known_literal& now = places[0].value;
      if (now.kind != literal_kind::integer && now.number() == (maximum ? -INFINITY : INFINITY)) continue;
      out.push_back(edit_of(function, all, places, maximum));
      auto& together = alike[{maximum, what.second}];
      if (together.empty() || all[together[0].at].what.types[0] == all[places[0].at].what.types[0]) together.insert(together.end(), places.begin(), places.end()), ++sets[{maximum, what.second}];
    }
  for (const auto& [which, places] : alike)
    if (sets[which] > 1) out.push_back(edit_of(function, all, places, which.first));
}

} // namespace fpcheck::ptx
