#include "binder.hpp"
#include "names.hpp"

#include <algorithm>

namespace fpcheck::session {
namespace {

/// `4`, `(16, 16)`, `dim3(16, 16, 2)` or `{16, 16}`.
result<exec::dim3> read_extent(const launch::word& written, const launch::dimensions& names) {
  launch::word w = trimmed(written);
  if (w.text.starts_with("dim3")) w = trimmed(w.part(4));
  std::vector<launch::word> parts{w};
  const bool bracketed = w.text.size() > 2 && ((w.text.front() == '(' && w.text.back() == ')') ||
                                               (w.text.front() == '{' && w.text.back() == '}'));
  if (bracketed) {
    parts = launch::split_top_level(w.part(1, w.text.size() - 2), ',');
    // "(N+1)*(M+1)" starts and ends with brackets too; its inside does not split into balanced parts.
    const bool balanced = w.text.find(')') == w.text.size() - 1 || w.text.front() == '{' || parts.size() > 1;
    if (!balanced) parts = {w};
  }
  if (parts.size() > 3) return tl::unexpected(w.error("an extent has at most three parts"));
  std::uint32_t values[3] = {1, 1, 1};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const launch::word part = trimmed(parts[i]);
    if (part.text.empty()) return tl::unexpected(w.error("an extent is missing here"));
    const auto value = names.evaluate(part);
    if (!value) return tl::unexpected(value.error());
    if (*value < 1 || *value > 0x7fffffff)
      return tl::unexpected(part.error("an extent must be between 1 and 2147483647, not " + std::to_string(*value)));
    values[i] = static_cast<std::uint32_t>(*value);
  }
  return exec::dim3{values[0], values[1], values[2]};
}

std::string text(const exec::dim3& d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

/// What the hardware and the kernel itself allow.
result<void> check_limits(const exec::launch& l, const ptx::function& kernel, const launch::word& grid, const launch::word& block) {
  if (l.grid.y > 65535 || l.grid.z > 65535) return tl::unexpected(grid.error("a grid's y and z are at most 65535"));
  if (l.block.count() > 1024)
    return tl::unexpected(block.error("a block has at most 1024 threads, not " + std::to_string(l.block.count())));
  if (l.block.z > 64) return tl::unexpected(block.error("a block's z is at most 64"));
  const auto given = [](const auto& a) { return a[0] != 0; };
  const auto extent_of = [](const auto& a) { return exec::dim3{a[0], std::max(a[1], 1u), std::max(a[2], 1u)}; };
  if (given(kernel.reqntid) && !(extent_of(kernel.reqntid) == l.block))
    return tl::unexpected(
        block.error("the kernel was compiled for blocks of " + text(extent_of(kernel.reqntid)) + " threads"));
  if (given(kernel.maxntid) && extent_of(kernel.maxntid).count() < l.block.count())
    return tl::unexpected(block.error("the kernel's launch bounds allow " +
                                      std::to_string(extent_of(kernel.maxntid).count()) + " threads a block"));
  return {};
}

} // namespace

result<void> read_configuration(const launch::word& w, const launch::dimensions& names, const ptx::function& kernel, exec::launch& out) {
  const std::vector<launch::word> parts = launch::split_top_level(w, ',');
  const bool knows_block = kernel.reqntid[0] != 0; // as Triton's kernels do
  if (parts.size() < (knows_block ? 1u : 2u) || parts.size() > 4)
    return tl::unexpected(w.error("a launch is written <<<GRID, BLOCK>>> or <<<GRID, BLOCK, SHARED_BYTES>>>"));
  const auto grid = read_extent(parts[0], names);
  if (!grid) return tl::unexpected(grid.error());
  out.grid = *grid;
  out.block = {kernel.reqntid[0], std::max(kernel.reqntid[1], 1u), std::max(kernel.reqntid[2], 1u)};
  if (parts.size() > 1) {
    const auto block = read_extent(parts[1], names);
    if (!block) return tl::unexpected(block.error());
    out.block = *block;
  }
  if (parts.size() > 2) {
    const launch::word shared = trimmed(parts[2]);
    const auto bytes = names.evaluate(shared);
    if (!bytes) return tl::unexpected(bytes.error());
    if (*bytes < 0 || *bytes > 232448)
      return tl::unexpected(shared.error("dynamic shared memory is at most 232448 bytes"));
    out.dynamic_shared = static_cast<std::uint32_t>(*bytes);
  }
  return check_limits(out, kernel, trimmed(parts[0]), trimmed(parts.size() > 1 ? parts[1] : parts[0]));
}

} // namespace fpcheck::session
