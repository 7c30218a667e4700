#include <fpcheck/exec/fill_places.hpp>

#include <algorithm>

namespace fpcheck::exec {
namespace {

const function_code* function_of(const program& p, std::uint32_t pc) {
  for (const function_code& f : p.functions)
    if (pc >= f.first && pc < f.first + f.count) return &f;
  return nullptr;
}

bool leaves(const program& p, const basic_block& b) { return p.ops[b.last].flow == control::ret || p.ops[b.last].flow == control::exit; }

/// By block: whether the function's end can be reached from there without passing block `around`.
std::vector<bool> reaches_end(const program& p, const function_code& f, std::size_t around) {
  std::vector<bool> out(f.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = f.blocks.size(); b-- > 0;) {
      if (out[b] || b == around) continue;
      const auto& next = f.blocks[b].successors;
      if (!next.empty() && !leaves(p, f.blocks[b]) && std::none_of(next.begin(), next.end(), [&](std::uint32_t n) { return out[n]; })) continue;
      out[b] = changed = true;
    }
  }
  return out;
}

/// The comparison that a guard goes by: the last one before the instruction; itself where there is none.
std::uint32_t comparison_of(const program& p, const function_code& f, std::uint32_t pc) {
  const predicate_ref guard = p.ops[pc].guard;
  for (std::uint32_t k = pc; guard && k-- > f.first;)
    if (p.ops[k].pd && p.ops[k].pd.index == guard.index) return p.ops[k].meaning.operation == ptx::operation::comparison ? k : pc;
  return pc;
}

} // namespace

std::vector<std::uint32_t> deciders_of(const program& p, std::uint32_t pc) {
  const function_code* const f = function_of(p, pc);
  if (f == nullptr) return {};
  std::vector<std::uint32_t> at;
  const std::size_t block = static_cast<std::size_t>(std::find_if(f->blocks.begin(), f->blocks.end(), [&](const basic_block& b) { return b.first <= pc && pc <= b.last; }) - f->blocks.begin());
  const std::vector<bool> ends = reaches_end(p, *f, block);
  for (const basic_block& b : f->blocks) {
    const auto around = [&](std::uint32_t n) { return ends[n]; };
    const bool may_end = leaves(p, b) || std::any_of(b.successors.begin(), b.successors.end(), around);
    if (may_end && !std::all_of(b.successors.begin(), b.successors.end(), around)) at.push_back(b.last);
  }
  const auto away = [&](std::uint32_t x) { return x <= pc ? pc - x : x - pc; };
  std::sort(at.begin(), at.end(), [&](std::uint32_t x, std::uint32_t y) { return away(x) < away(y); });
  if (p.ops[pc].guard) at.insert(at.begin(), pc);
  for (std::uint32_t& x : at) x = comparison_of(p, *f, x);
  return at;
}

} // namespace fpcheck::exec
