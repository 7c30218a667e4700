#include "case_geometry.hpp"

#include "text_patterns.hpp"

#include <algorithm>
#include <regex>

namespace fpcheck::cli {
namespace {

constexpr int usual = 256, most_threads = 1024, side = 16; ///< of a block: right for kernels that use threadIdx alone, too

/// Threads along x and y.
struct extents {
  int x = 1, y = 1;
  std::string words() const { return y == 1 ? std::to_string(x) : "(" + std::to_string(x) + ", " + std::to_string(y) + ")"; }
};

std::optional<int> threads_in(const std::string& expression, const std::string& source) {
  const auto n = constant_of(expression, source);
  return n && *n >= 1 && *n <= most_threads ? std::optional(static_cast<int>(*n)) : std::nullopt;
}

/// A block of two dimensions: that of a square tile of shared memory, whose rows may be padded by one; a row of threads for each row of a table.
std::optional<extents> plane_of(const geometry_source& text) {
  static const std::regex tile(R"(__shared__\s+(?:[\w:]+|__align__\(\d+\)|\s)+\s\w+\s*\[([^\]\[;]{1,60})\]\s*\[([^\]\[;]{1,60})\])");
  static const std::regex table(R"((\w+)\s*\[\s*threadIdx\.y\s*\]\s*\[)");
  std::smatch found;
  if (std::regex_search(text.reached, found, table))
    if (const auto rows = first_match(text.source, R"(\b)" + found[1].str() + R"(\s*\[([^\]\[;]{1,60})\]\s*\[[^\]\[;]{1,60}\]\s*;)"))
      if (const auto high = threads_in(*rows, text.source); high && *high <= 64 && !matches(text.reached, R"(__shared__[^;]*\b)" + found[1].str() + R"(\b)")) return extents{usual / 2 >= most_threads / *high ? most_threads / *high : usual / 2, *high};
  if (!std::regex_search(text.reached, found, tile)) return std::nullopt;
  const auto high = threads_in(found[1], text.source), wide = threads_in(found[2], text.source);
  if (!high || !wide || *high < 4 || (*wide != *high && *wide != *high + 1)) return std::nullopt;
  return *high * *high <= most_threads ? std::optional(extents{*high, *high}) : std::nullopt;
}

/// Blocks of other launches of the source that have two dimensions, or one.
std::vector<extents> blocks_of_others(const std::string& source, bool plane) {
  std::vector<extents> out;
  for (const std::vector<std::int64_t>& block : blocks_of_launches(source))
    if (block.size() == (plane ? 2U : 1U) && (plane || block[0] >= 32)) out.push_back({static_cast<int>(block[0]), plane ? static_cast<int>(block[1]) : 1});
  return out;
}

/// Where no host code launches the kernel: the likeliest first, some at the most.
std::vector<extents> blocks_for(const geometry_source& text, bool plane) {
  constexpr std::size_t most = 4;
  const auto tile = first_match(text.reached, R"(__shared__\s+[\w:]+\s+\w+\s*\[([^\]\[;]{1,60})\])"), bounds = first_match(text.reached, R"(__launch_bounds__\s*\(\s*(\w+))");
  const auto per_tile = tile ? threads_in(*tile, text.source) : std::nullopt, bounded = bounds ? threads_in(*bounds, text.source) : std::nullopt;
  std::vector<extents> out;
  const auto add = [&](extents e) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const extents& o) { return o.x == e.x && o.y == e.y; });
    if (!known && out.size() < most) out.push_back(e);
  };
  if (const auto known = plane ? plane_of(text) : std::nullopt) add(*known);
  if (!plane && bounded) add({*bounded, 1});
  if (!plane && per_tile && *per_tile >= 8) add({*per_tile, 1});
  for (const extents& e : blocks_of_others(text.source, plane)) add(e);
  if (plane) add(per_tile && *per_tile >= 8 && *per_tile <= 32 ? extents{*per_tile, *per_tile} : extents{side, side});
  else add({usual, 1});
  for (const std::int64_t n : text.constants) // one element or two for each thread
    for (const std::int64_t threads : {n / 2, n})
      if (!plane && n % 64 == 0 && threads >= 64 && threads <= most_threads) add({static_cast<int>(threads), 1});
  return out;
}

/// The integer parameter that bounds the global index along an axis: of `i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n)` that is n.
std::optional<std::string> bound_along(char axis, const std::string& body, const std::vector<std::string>& integers) {
  const std::string block = std::string("blockIdx\\.") + axis;
  const auto index = first_match(body, R"((\w+)\s*=[^;=]*\b)" + block);
  for (const std::string& variable : {index.value_or(""), std::string()}) {
    if (variable.empty()) continue;
    const auto bound = first_match(body, R"(\b)" + variable + R"(\s*(?:<|>=)\s*(\w+))");
    if (bound && std::find(integers.begin(), integers.end(), *bound) != integers.end()) return bound;
    // Of `y * width + x` width is the extent along x.
    for (const std::string& form : {R"(\*\s*(\w+)\s*\)?\s*\+\s*)" + variable + R"(\b)", R"(\b)" + variable + R"(\s*\+\s*\(?\s*\(?\w+\)?\s*\*\s*(\w+))"})
      if (const auto row = axis == 'x' ? first_match(body, form) : std::nullopt; row && std::find(integers.begin(), integers.end(), *row) != integers.end()) return row;
  }
  return std::nullopt;
}

/// Whether blocks take pieces of an axis: blockIdx.x times a number of threads, not times the length of a row, which a parameter gives.
bool steps_by_blocks(const std::string& block, const std::string& body, const std::vector<std::string>& integers) {
  for (const std::string& pattern : {block + R"(\s*\*\s*\(?\s*(blockDim|[A-Z_][A-Z_0-9]*\b|\d))", R"((blockDim\.\w|\b[A-Z_][A-Z_0-9]*|\b\d+)\s*\*\s*)" + block})
    if (const auto factor = first_match(body, pattern); factor && std::find(integers.begin(), integers.end(), *factor) == integers.end()) return true;
  return false;
}

/// The block as the host code of the file launches it, as words and as threads along x and y.
struct block_of_host {
  std::string words;
  int x = 1, y = 1;
};
std::optional<block_of_host> block_in(const std::optional<host_launch>& host) {
  if (!host || host->block.empty()) return std::nullopt;
  block_of_host out{"", static_cast<int>(host->block[0]), host->block.size() > 1 ? static_cast<int>(host->block[1]) : 1};
  std::size_t used = host->block.size();
  while (used > 1 && host->block[used - 1] == 1) --used;
  for (std::size_t i = 0; i < used; ++i) out.words += (i > 0 ? ", " : "") + std::to_string(host->block[i]);
  if (used > 1) out.words = '(' + out.words + ')';
  return out;
}

/// Which of two integers goes along x, by their names: widths and columns; the second where names do not tell.
std::size_t across(const std::vector<std::string>& integers) {
  static const std::regex wide(R"((?:^|_)(?:w|width|cols?|ncols?|columns?|nx|mx|xdim|x_?size|size_?x)$|[wW]idth$|[cC]ols$|[cC]olumns$)");
  for (std::size_t i = 0; i < integers.size() && i < 2; ++i)
    if (std::regex_search(integers[i], wide)) return i;
  return 1;
}

/// The geometry with one block.
geometry with_block(const geometry_source& text, const std::vector<std::string>& integers, const extents& block, bool plane) {
  geometry g;
  const auto uses = [&](const std::string& what) { return matches(text.reached, what); };
  const bool both = plane || uses(R"(blockIdx\.y)");
  const std::size_t wide = both ? across(integers) : 0;
  const auto along = [&](char axis, int per_block, std::size_t which) -> std::string {
    const std::string name = std::string("blockIdx\\.") + axis;
    if (!uses(name)) return "1";
    const auto bound = bound_along(axis, text.body, integers);
    const bool steps = steps_by_blocks(name, text.reached, integers);
    const std::string extent = bound ? *bound : steps && which < integers.size() ? integers[which] : "";
    if (steps) return extent.empty() ? "cdiv(N, " + std::to_string(per_block) + ")" : "cdiv(" + extent + ", " + std::to_string(per_block) + ")";
    if (axis == 'x' && !bound) g.extents.emplace_back("R", "4");
    if (axis == 'x') g.rows = bound ? *bound : "R";
    return bound ? *bound : axis == 'x' ? "R" : "2";
  };
  const std::string x = along('x', block.x, wide), y = along('y', block.y, both && wide == 0 && integers.size() > 1 ? 1 : 0), z = uses(R"(blockIdx\.z)") ? "2" : "1";
  g.grid = y == "1" && z == "1" ? x : "(" + x + ", " + y + (z == "1" ? "" : ", " + z) + ")";
  g.block = block.words();
  if (uses(R"(extern\s+__shared__)")) g.shared = std::to_string(block.x * block.y * 16);
  g.threads = block.x;
  return g;
}

} // namespace

std::vector<geometry> geometries_of(const geometry_source& text, const std::vector<std::string>& integers, const std::optional<host_launch>& host) {
  // A function that a kernel calls may number the threads of any block; one with a tile, or that takes its place along y, has a plane.
  const bool called = matches(text.reached, R"(threadIdx\.y)") && (matches(text.reached, R"(blockIdx\.y)") || plane_of(text));
  const bool plane = matches(text.body, R"(threadIdx\.y)") || called;
  const auto given = block_in(host);
  std::vector<geometry> out;
  for (const extents& block : given ? std::vector<extents>{{given->x, given->y}} : blocks_for(text, plane)) out.push_back(with_block(text, integers, block, plane));
  if (given) out[0].block = given->words;
  if (host && host->shared.value_or(0) > 0)
    for (geometry& g : out)
      if (!g.shared.empty()) g.shared = std::to_string(*host->shared);
  return out;
}

} // namespace fpcheck::cli
