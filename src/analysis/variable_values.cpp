#include <fpcheck/analysis/what_if.hpp>

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace fpcheck::analysis {
namespace {

bool is_copy(const exec::op& o) { return o.meaning.operation == ptx::operation::move || o.meaning.operation == ptx::operation::selection; }

template <class F>
void for_each_operand(const exec::op& o, F&& f) {
  for (const exec::ref* r : {&o.a, &o.b, &o.c, &o.e})
    if (r->where == exec::pool::frame) f(r->offset);
  for (const exec::ref& r : o.list)
    if (r.where == exec::pool::frame) f(r.offset);
}

/// Who writes and who reads a register: registers have one name each and are not shared, so no flow is looked at.
class register_uses {
public:
  explicit register_uses(const exec::program& code) : code_(code) {
    for (const exec::op& o : code.ops) {
      if (o.d.where == exec::pool::frame) writers_[key(o, o.d.offset)].push_back(o.pc);
      for_each_operand(o, [&](std::uint32_t offset) { readers_[key(o, offset)].push_back(o.pc); });
    }
  }
  /// Those who read what `pc` writes, and those who read copies of it.
  std::set<std::uint32_t> readers(std::uint32_t pc) const {
    std::set<std::uint32_t> out, copies;
    follow(pc, out, copies);
    return out;
  }
  /// Those who write register `offset` of the function of `o`, or what it is a copy of.
  std::set<std::uint32_t> writers(const exec::op& o, std::uint32_t offset) const {
    std::set<std::uint32_t> out, copies;
    trace(o, offset, out, copies);
    return out;
  }

private:
  std::uint64_t key(const exec::op& o, std::uint32_t offset) const {
    const auto f = std::find_if(code_.functions.begin(), code_.functions.end(), [&](const exec::function_code& c) { return o.pc >= c.first && o.pc < c.first + c.count; });
    return static_cast<std::uint64_t>(f - code_.functions.begin()) << 32 | offset;
  }
  void follow(std::uint32_t pc, std::set<std::uint32_t>& out, std::set<std::uint32_t>& copies) const {
    const auto at = readers_.find(key(code_.ops[pc], code_.ops[pc].d.offset));
    if (at == readers_.end()) return;
    for (const std::uint32_t r : at->second)
      if (!is_copy(code_.ops[r])) out.insert(r);
      else if (code_.ops[r].d && copies.insert(r).second) follow(r, out, copies);
  }
  void trace(const exec::op& o, std::uint32_t offset, std::set<std::uint32_t>& out, std::set<std::uint32_t>& copies) const {
    const auto at = writers_.find(key(o, offset));
    if (at == writers_.end()) return;
    for (const std::uint32_t w : at->second) {
      const exec::op& writer = code_.ops[w];
      if (!is_copy(writer)) out.insert(w);
      else if (copies.insert(w).second) for_each_operand(writer, [&](std::uint32_t from) { trace(writer, from, out, copies); });
    }
  }
  const exec::program& code_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> writers_, readers_;
};

} // namespace

std::vector<std::uint32_t> values_of_variable(const exec::program& code, const std::function<bool(const std::string&)>& is_meant, const std::vector<std::uint32_t>& lines) {
  const register_uses uses(code);
  std::set<std::uint32_t> own; // of any kind: integer code too works out what is assigned
  for (const exec::op& o : code.ops) {
    const auto stack = source_stack(code, o.pc);
    if (std::any_of(stack.begin(), stack.end(), [&](const frame& f) { return std::find(lines.begin(), lines.end(), f.line) != lines.end() && is_meant(f.file); })) own.insert(o.pc);
  }
  std::vector<std::uint32_t> at = all_operations(code);
  std::erase_if(at, [&](std::uint32_t pc) { return !own.contains(pc); });
  std::set<std::uint32_t> values;
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t pc) {
    if (values.insert(pc).second) open.push_back(pc);
  };
  for (const std::uint32_t pc : at) {
    const auto readers = uses.readers(pc);
    if (!code.ops[pc].d || std::any_of(readers.begin(), readers.end(), [&](std::uint32_t r) { return r == pc || !own.contains(r); })) add(pc);
  }
  while (!open.empty()) {
    const exec::op& o = code.ops[open.back()];
    open.pop_back();
    if (!ptx::is_real_sum(o.meaning)) continue;
    std::vector<exec::ref> addends{o.c};
    if (o.meaning.operation != ptx::operation::fused) addends = {o.a, o.b};
    for (const exec::ref& r : addends) {
      if (r.where != exec::pool::frame) continue;
      for (const std::uint32_t w : uses.writers(o, r.offset))
        if (own.contains(w) && ptx::is_real_sum(code.ops[w].meaning)) add(w);
    }
  }
  return {values.begin(), values.end()};
}

} // namespace fpcheck::analysis
