#include "places.hpp"

#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/ptx/find_kernel.hpp>

#include <algorithm>

namespace fpcheck::analysis {
namespace {

std::string file_of(const ptx::module& m, ptx::index file) { return file < m.files.size() ? m.files[file] : std::string(); }

const ptx::function* function_at(const exec::program& p, std::uint32_t pc) {
  for (const exec::function_code& f : p.functions)
    if (f.source != nullptr && pc >= f.first && pc < f.first + f.count) return f.source;
  return nullptr;
}

/// The next instruction that takes what the one at `pc` computes: what a compiler moves out of a loop has no line of its own.
std::uint32_t first_use(const exec::program& p, std::uint32_t pc) {
  const exec::op& made = p.ops[pc];
  const auto takes = [&](const exec::ref& r) { return r.where == exec::pool::frame && r.offset == made.d.offset; };
  const bool computes = made.d.where == exec::pool::frame && made.meaning.access == ptx::access::none;
  for (std::uint32_t at = pc + 1; computes && at < p.ops.size() && p.ops[at].source != nullptr; ++at)
    if (takes(p.ops[at].a) || takes(p.ops[at].b) || takes(p.ops[at].c)) return at;
  return exec::nobody;
}

} // namespace

std::vector<frame> stack_of(const exec::program& p, std::uint32_t pc) {
  constexpr int most_uses = 4;
  for (int n = 0; n < most_uses && pc < p.ops.size(); ++n) {
    std::vector<frame> there = source_stack(*p.module, function_at(p, pc), p.ops[pc].position);
    if (p.module->positions.empty() || (!there.empty() && there.front().line != 0)) return there;
    pc = first_use(p, pc);
  }
  return {};
}

std::vector<frame> source_stack(const ptx::module& m, const ptx::function* f, ptx::index at) {
  std::vector<frame> out;
  if (at >= m.positions.size()) return out;
  // The table names, for each frame, the function that was inlined there; the outermost is the PTX function itself.
  const ptx::source_position& s = m.positions[at];
  frame innermost{{}, file_of(m, s.file), s.line, s.column};
  out.push_back(innermost);
  for (const ptx::inline_frame& i : s.inlined_at) {
    out.back().function = ptx::demangle(i.function);
    out.push_back({{}, file_of(m, i.file), i.line, i.column});
  }
  if (f != nullptr) out.back().function = ptx::demangle(f->name);
  // The innermost frame that the user wrote leads: the toolkit's headers around one instruction say nothing to them.
  const auto written_here = [](const frame& x) { return x.file.ends_with(".cu") || x.file.ends_with(".cuh") || x.file.ends_with(".py"); };
  const auto first = std::find_if(out.begin(), out.end(), written_here);
  if (first != out.end()) out.erase(out.begin(), first);
  return out;
}

void locate(finding& f, const exec::program& p, std::uint32_t pc) {
  f.stack = stack_of(p, pc);
  if (pc >= p.ops.size()) return;
  f.ptx_line = p.ops[pc].ptx_line;
  if (p.ops[pc].source != nullptr) f.instruction = p.ops[pc].source->text;
}

namespace {

/// How many frames are the finding's own place; those of other places follow.
std::size_t own_frames(const finding& f) {
  return static_cast<std::size_t>(std::find_if(f.stack.begin(), f.stack.end(), [](const frame& x) { return !x.role.empty(); }) - f.stack.begin());
}

} // namespace

void add_place(finding& f, const exec::program& p, std::uint32_t pc, const std::string& role) {
  std::vector<frame> there = stack_of(p, pc);
  if (there.empty() || there.front().line == 0) return;
  const auto known = [&](const frame& x) { return x.line == there.front().line && x.file == there.front().file; };
  if (!f.stack.empty() && (known(f.stack.front()) || std::any_of(f.stack.begin(), f.stack.end(), [&](const frame& x) { return !x.role.empty() && known(x); }))) return;
  there.front().role = role;
  f.stack.insert(f.stack.end(), there.begin(), there.end());
}

void put_first(finding& f, const exec::program& p, std::uint32_t pc, const std::string& role) {
  const std::vector<frame> there = stack_of(p, pc);
  if (there.empty() || there.front().line == 0) return;
  std::vector<frame> before = std::move(f.stack);
  locate(f, p, pc);
  if (before.empty()) return;
  if (before.front().line == there.front().line && before.front().file == there.front().file) {
    f.stack.insert(f.stack.end(), std::find_if(before.begin(), before.end(), [](const frame& x) { return !x.role.empty(); }), before.end());
    return;
  }
  before.front().role = role;
  f.stack.insert(f.stack.end(), before.begin(), before.end());
}

void finding_list::add(finding f, std::uint32_t pc) {
  const auto key = [](const finding& x) {
    const frame* at = own_frames(x) == 0 ? nullptr : &x.stack[own_frames(x) - 1];
    return std::tuple(x.rule, at != nullptr ? at->file : std::string(), at != nullptr && at->line != 0 ? at->line : x.ptx_line, x.stack.empty() ? x.output : std::string());
  };
  for (finding& known : list_)
    if (key(known) == key(f)) {
      known.count += f.count;
      return;
    }
  list_.push_back(std::move(f));
  seen_at_.push_back(pc);
}

std::vector<finding> finding_list::take() {
  std::stable_sort(list_.begin(), list_.end(), [](const finding& a, const finding& b) {
    return static_cast<int>(a.level) > static_cast<int>(b.level);
  });
  return std::move(list_);
}

} // namespace fpcheck::analysis
