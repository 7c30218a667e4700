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

} // namespace

std::vector<frame> stack_of(const exec::program& p, std::uint32_t pc) {
  return pc < p.ops.size() ? source_stack(*p.module, function_at(p, pc), p.ops[pc].position) : std::vector<frame>{};
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

void finding_list::add(finding f) {
  const auto key = [](const finding& x) {
    const frame* at = x.stack.empty() ? nullptr : &x.stack.back();
    return std::tuple(x.rule, at != nullptr ? at->file : std::string(), at != nullptr && at->line != 0 ? at->line : x.ptx_line, x.stack.empty() ? x.output : std::string());
  };
  for (finding& known : list_)
    if (key(known) == key(f)) {
      known.count += f.count;
      return;
    }
  list_.push_back(std::move(f));
}

std::vector<finding> finding_list::take() {
  std::stable_sort(list_.begin(), list_.end(), [](const finding& a, const finding& b) {
    return static_cast<int>(a.level) > static_cast<int>(b.level);
  });
  return std::move(list_);
}

} // namespace fpcheck::analysis
