#include <fpcheck/ptx/inline_calls.hpp>

#include "addressed_parameters.hpp"
#include "grid_workspace.hpp"

#include <algorithm>
#include <unordered_map>

namespace fpcheck::ptx {
namespace {

/// A body of at most `small` instructions may make its caller larger than others may.
constexpr std::size_t small_body = 100, largest_body = 2000;
/// What a function may grow to: every warp that runs it holds all its registers.
constexpr std::size_t most_registers = 1500, most_registers_for_small = 4000, most_instructions = 30000;
constexpr std::size_t most_growth = 400000; ///< instructions that a module may gain
constexpr int deepest = 100;

bool keeps_its_frame(const instruction& i) { return i.form == form::alloca || i.form == form::stacksave || i.form == form::stackrestore; }

class inliner {
public:
  explicit inliner(module& m) : m_(m), state_(m.functions.size(), state::fresh) {}
  void run() {
    for (index f = 0; f < m_.functions.size(); ++f) settle(f, 0);
  }

private:
  enum class state : std::uint8_t { fresh, open, closed };

  /// How the names of a pasted body change.
  struct renaming {
    index registers, labels, pool, prototypes, branch_targets, call_targets;
    std::unordered_map<index, index> symbols; ///< by variable
  };

  static bool is_direct_call(const module& m, const instruction& i) {
    return i.form == form::call && i.operands.size() >= 3 && i.operands[1].kind == operand_kind::symbol && m.symbols[i.operands[1].id].is_function;
  }

  /// Expands `f` after what it calls. A function that is still open calls itself.
  void settle(index f, int depth) {
    if (state_[f] != state::fresh || !m_.functions[f].has_body || depth > deepest) return;
    state_[f] = state::open;
    bool calls = false;
    for (const instruction& i : m_.functions[f].body) {
      if (!is_direct_call(m_, i)) continue;
      calls = true;
      settle(m_.symbols[i.operands[1].id].id, depth + 1);
    }
    if (calls) expand(m_.functions[f]);
    state_[f] = state::closed;
  }

  /// Whether a call's list names .param variables of the sizes that the callee declares.
  bool fits(const function& f, const operand& list, const std::vector<index>& wanted) const {
    if (list.count != wanted.size()) return false;
    for (index k = 0; k < list.count; ++k) {
      const operand& p = f.operand_pool[list.first + k];
      if (p.kind != operand_kind::symbol || m_.symbols[p.id].is_function) return false;
      if (m_.variables[m_.symbols[p.id].id].size != m_.variables[wanted[k]].size) return false;
    }
    return true;
  }

  const function* body_for(const function& f, const instruction& i, std::size_t size) const {
    if (!is_direct_call(m_, i) || i.guard != none) return nullptr;
    const index callee = m_.symbols[i.operands[1].id].id;
    const function& g = m_.functions[callee];
    if (!g.has_body || g.is_entry || state_[callee] != state::closed) return nullptr;
    const bool small = g.body.size() <= small_body;
    if (g.body.size() > largest_body || size + g.body.size() > most_instructions || grown_ + g.body.size() > most_growth) return nullptr;
    if (f.registers.size() + g.registers.size() > (small ? most_registers_for_small : most_registers)) return nullptr;
    if (std::any_of(g.body.begin(), g.body.end(), keeps_its_frame)) return nullptr;
    return fits(f, i.operands[0], g.returns) && fits(f, i.operands[2], g.parameters) ? &g : nullptr;
  }

  void expand(function& f) {
    std::vector<instruction> old = std::move(f.body);
    std::vector<index> moved;
    const std::size_t labels = f.labels.size();
    f.body.clear();
    for (instruction& i : old) {
      moved.push_back(static_cast<index>(f.body.size()));
      if (const function* g = body_for(f, i, f.body.size() + old.size())) paste(f, i, *g);
      else f.body.push_back(std::move(i));
    }
    moved.push_back(static_cast<index>(f.body.size()));
    for (std::size_t k = 0; k < labels; ++k) f.labels[k].instruction = moved[f.labels[k].instruction];
  }

  void paste(function& f, const instruction& call, const function& g) {
    grown_ += g.body.size();
    renaming to = declare(f, g);
    for (index k = 0; k < call.operands[0].count; ++k) to.symbols[g.returns[k]] = f.operand_pool[call.operands[0].first + k].id;
    for (index k = 0; k < call.operands[2].count; ++k) to.symbols[g.parameters[k]] = f.operand_pool[call.operands[2].first + k].id;
    for (const index v : g.variables) give_own(f, v, call, to);
    for (const operand& p : g.operand_pool) f.operand_pool.push_back(renamed(p, to));
    const auto first = static_cast<index>(f.body.size());
    std::unordered_map<index, index> places;
    std::vector<index> at;
    index end = none;
    for (const instruction& i : g.body) {
      at.push_back(static_cast<index>(f.body.size()));
      const bool returns = i.form == form::ret;
      if (returns && i.guard == none && &i == &g.body.back()) continue;
      if (returns && end == none) {
        end = static_cast<index>(f.labels.size());
        f.labels.push_back({"$returned_" + std::to_string(first), 0});
      }
      instruction copy = returns ? jump(i, end) : i;
      if (!returns)
        for (operand& p : copy.operands) p = renamed(p, to);
      if (copy.guard != none) copy.guard += to.registers;
      copy.position = placed(i.position, call.position, g.name, places);
      f.body.push_back(std::move(copy));
    }
    at.push_back(static_cast<index>(f.body.size()));
    for (std::size_t k = 0; k < g.labels.size(); ++k) f.labels[to.labels + k].instruction = at[g.labels[k].instruction];
    if (end != none) f.labels[end].instruction = static_cast<index>(f.body.size());
  }

  /// Appends the callee's registers, labels and tables to the caller's.
  static renaming declare(function& f, const function& g) {
    const auto size = [](const auto& list) { return static_cast<index>(list.size()); };
    const renaming to{size(f.registers), size(f.labels), size(f.operand_pool), size(f.prototypes), size(f.branch_targets), size(f.call_targets), {}};
    const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
    append(f.registers, g.registers), append(f.labels, g.labels), append(f.prototypes, g.prototypes);
    append(f.branch_targets, g.branch_targets), append(f.call_targets, g.call_targets);
    for (index t = to.branch_targets; t < f.branch_targets.size(); ++t)
      for (index& l : f.branch_targets[t].targets) l += to.labels;
    return to;
  }

  /// A copy of the callee's variable `v` for this call, undefined when the body begins. Static ones are shared.
  void give_own(function& f, index v, const instruction& call, renaming& to) {
    variable copy = m_.variables[v];
    if (copy.space != state_space::local && copy.space != state_space::param) return;
    const auto id = static_cast<index>(m_.variables.size()), symbol = static_cast<index>(m_.symbols.size());
    copy.function = static_cast<index>(&f - m_.functions.data());
    m_.symbols.push_back({copy.name, false, id});
    f.variables.push_back(id);
    to.symbols[v] = symbol;
    if (copy.space == state_space::local) {
      instruction forget;
      forget.form = form::discard;
      forget.text = "discard.L2"; // as a reader of the printed module knows it
      forget.position = call.position;
      forget.ptx_line = call.ptx_line;
      operand place, size;
      place.kind = operand_kind::address, place.base = base_kind::symbol, place.id = symbol;
      size.kind = operand_kind::immediate, size.value = copy.size;
      forget.operands = {place, size};
      f.body.push_back(std::move(forget));
    }
    m_.variables.push_back(std::move(copy));
  }

  operand renamed(operand p, const renaming& to) const {
    const auto rename_symbol = [&] {
      const symbol& s = m_.symbols[p.id];
      if (s.is_function) return;
      if (const auto it = to.symbols.find(s.id); it != to.symbols.end()) p.id = it->second;
    };
    switch (p.kind) {
    case operand_kind::reg: p.id += to.registers; break;
    case operand_kind::label: p.id += to.labels; break;
    case operand_kind::prototype: p.id += to.prototypes; break;
    case operand_kind::branch_targets: p.id += to.branch_targets; break;
    case operand_kind::call_targets: p.id += to.call_targets; break;
    case operand_kind::symbol: rename_symbol(); break;
    case operand_kind::address:
      if (p.base == base_kind::reg) p.id += to.registers;
      if (p.base == base_kind::symbol) rename_symbol();
      p.first += to.pool;
      break;
    case operand_kind::vector: p.first += to.pool; break;
    default: break;
    }
    return p;
  }

  static instruction jump(const instruction& ret, index label) {
    instruction out = ret;
    operand target;
    target.kind = operand_kind::label, target.id = label;
    out.form = form::bra;
    out.modifier_count = 0;
    out.text = "bra";
    out.operands = {target};
    return out;
  }

  /// The place of a pasted instruction: where it is in the callee, called from where the call is.
  index placed(index inner, index call, const std::string& callee, std::unordered_map<index, index>& known) {
    if (call == none) return inner;
    const auto [it, fresh] = known.try_emplace(inner, static_cast<index>(m_.positions.size()));
    if (!fresh) return it->second;
    source_position p = inner == none ? source_position{} : m_.positions[inner];
    const source_position& outer = m_.positions[call];
    p.inlined_at.push_back({callee, outer.file, outer.line, outer.column});
    p.inlined_at.insert(p.inlined_at.end(), outer.inlined_at.begin(), outer.inlined_at.end());
    m_.positions.push_back(std::move(p));
    return it->second;
  }

  module& m_;
  std::vector<state> state_;
  std::size_t grown_ = 0;
};

} // namespace

module inline_calls(module m) {
  give_addresses(m);
  give_grid_workspace(m);
  inliner(m).run();
  return m;
}

} // namespace fpcheck::ptx
