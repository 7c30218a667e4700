#include "line_table.hpp"

#include <algorithm>
#include <utility>

namespace fpcheck::ptx {
namespace {

// Inlining this deep is not written by people; the bound keeps a hostile table from growing quadratically.
constexpr std::uint32_t most_frames = 32;
constexpr std::size_t longest_name = 4096;

std::uint64_t place(std::uint32_t file, std::uint32_t line, std::uint32_t column) {
  return (std::uint64_t{line} << 32 | std::uint64_t{column & 0xffffu} << 16 | (file & 0xffffu)) * 0x9e3779b97f4a7c15u;
}

} // namespace

index line_table::add(const loc_directive& loc) {
  row r{loc, none, 0};
  if (loc.is_inlined) {
    const auto call = latest_.find(place(loc.call_file, loc.call_line, loc.call_column));
    r.depth = 1;
    if (call != latest_.end() && rows_[call->second].depth + 1 < most_frames) {
      const row& caller = rows_[call->second];
      const bool same =
          caller.loc.file == loc.call_file && caller.loc.line == loc.call_line && caller.loc.column == loc.call_column;
      if (same) r.caller = call->second, r.depth = caller.depth + 1;
    }
  }
  const auto id = static_cast<index>(rows_.size());
  rows_.push_back(r);
  latest_[place(loc.file, loc.line, loc.column)] = id;
  return id;
}

std::string line_table::function_name(const loc_directive& loc) const {
  const auto found = labels_.find(loc.function_label);
  if (found == labels_.end() || loc.function_offset >= strings_.size() - found->second) return {};
  const std::string_view from = std::string_view(strings_).substr(found->second + loc.function_offset);
  return std::string(from.substr(0, std::min(from.find('\0'), longest_name)));
}

std::vector<source_position> line_table::finish(const std::vector<std::string>& files) const {
  const auto known = [&](std::uint32_t file) { return file < files.size() && !files[file].empty() ? file : none; };
  std::vector<source_position> out;
  out.reserve(rows_.size());
  for (const row& r : rows_) {
    source_position p{known(r.loc.file), r.loc.line, r.loc.column, {}};
    for (const row* at = &r; at && at->loc.is_inlined; at = at->caller == none ? nullptr : &rows_[at->caller])
      p.inlined_at.push_back(
          {function_name(at->loc), known(at->loc.call_file), at->loc.call_line, at->loc.call_column});
    out.push_back(std::move(p));
  }
  return out;
}

} // namespace fpcheck::ptx
