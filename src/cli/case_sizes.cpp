#include "case_sizes.hpp"

#include "source_constants.hpp"

#include <fpcheck/launch/word.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace fpcheck::cli {
namespace {

constexpr std::int64_t most_threads = 4096, most_extent = 8192, most_cells = std::int64_t{1} << 17, most_steps = std::int64_t{1} << 19, small = 64;

std::optional<std::int64_t> whole(const std::string& text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

/// The extents of a block as the case has them.
std::vector<std::int64_t> extents_of(const std::string& block) {
  std::vector<std::int64_t> out;
  std::string bare;
  for (const char ch : block)
    if (ch != '(' && ch != ')' && ch != ' ') bare += ch;
  for (std::size_t at = 0; at <= bare.size();) {
    const std::size_t end = std::min(bare.find(',', at), bare.size());
    out.push_back(whole(bare.substr(at, end - at)).value_or(1));
    at = end + 1;
  }
  return out;
}

/// Sizes of a launch, and how they shrink together.
class shrinking {
public:
  shrinking(std::map<std::string, std::int64_t> sizes, std::vector<std::string> grid, std::vector<std::int64_t> block)
      : first_(sizes), sizes_(std::move(sizes)), block_(std::move(block)), grid_(std::move(grid)) {}

  void run() {
    constexpr int most_rounds = 40;
    for (int k = 0; k < most_rounds && is_large(); ++k)
      if (!halve()) return;
  }
  const std::map<std::string, std::int64_t>& sizes() const { return sizes_; }
  const std::vector<std::string>& grid() const { return grid_; }

  /// The extents of the grid; empty where one is no number, or none that a card takes.
  std::vector<std::int64_t> blocks() const {
    launch::dimensions names;
    for (const auto& [name, value] : sizes_) names.define(name, value);
    std::vector<std::int64_t> out;
    for (const std::string& axis : grid_) {
      const auto n = names.evaluate({axis, {}, ""});
      if (!n || *n < 1 || *n > (std::int64_t{1} << 40)) return {};
      out.push_back(*n);
    }
    return out;
  }

private:
  bool is_large() const {
    std::int64_t threads = 1;
    for (const std::int64_t n : block_) threads *= n;
    for (const std::int64_t n : blocks()) threads = std::min(threads, std::int64_t{1} << 40) * std::min(n, std::int64_t{1} << 20);
    std::vector<std::int64_t> values;
    for (const auto& [name, n] : sizes_) values.push_back(n);
    std::sort(values.rbegin(), values.rend());
    const bool extent = !values.empty() && values[0] > most_extent;
    const bool cells = values.size() > 1 && values[1] > small && values[0] * values[1] > most_cells;
    const bool steps = values.size() > 2 && values[2] > small / 2 && values[0] * values[1] > most_steps / values[2]; // a product of matrices
    return threads > most_threads || extent || cells || steps;
  }
  /// Whether anything became smaller.
  bool halve() {
    bool changed = false;
    const std::int64_t widest = *std::max_element(block_.begin(), block_.end());
    for (auto& [name, n] : sizes_) {
      if (n <= std::max(small, widest)) continue;
      std::int64_t half = (n + 1) / 2;
      for (const std::int64_t b : block_)
        if (b > 1 && first_.at(name) % b == 0) half = (half + b - 1) / b * b;
      changed = changed || half < n;
      n = std::min(n, half);
    }
    for (std::string& axis : grid_)
      if (const auto n = whole(axis); n && *n > 1) axis = std::to_string((*n + 1) / 2), changed = true;
    return changed;
  }

  std::map<std::string, std::int64_t> first_, sizes_;
  std::vector<std::int64_t> block_;
  std::vector<std::string> grid_;
};

std::string grid_text(const std::vector<std::string>& axes) {
  if (axes.size() == 1) return axes[0];
  std::string out;
  for (const std::string& a : axes) out += (out.empty() ? "(" : ", ") + a;
  return out + ')';
}

/// A parameter that the host code gives zero is no extent: the grid and the buffers have a size of their own.
void keep_grid(guessed_case& c) {
  std::vector<std::string> zeros;
  for (const auto& [name, value] : c.at_host)
    if (value < 1) zeros.push_back(name);
  const auto replace = [&](std::string& text, const std::string& name) {
    bool changed = false;
    for (std::size_t at = find_word(text, name, 0); at != std::string::npos; at = find_word(text, name, at + 1)) text.replace(at, name.size(), "N"), changed = true;
    return changed;
  };
  bool needed = false;
  for (const std::string& name : zeros) {
    needed = replace(c.grid, name) || needed;
    for (guessed_buffer& b : c.buffers) needed = replace(b.shape, name) || needed;
  }
  const bool has = std::any_of(c.values.begin(), c.values.end(), [](const auto& v) { return v.first == "N"; });
  if (needed && !has) c.add_dimension("N", "256");
}

} // namespace

void take_from_host(guessed_case& c, const host_launch& host, const launch::kernel_signature& kernel) {
  std::map<std::string, std::int64_t> sizes;
  for (std::size_t i = 0; i < kernel.parameters.size() && i < host.arguments.size(); ++i) {
    const auto& [name, type] = kernel.parameters[i];
    const host_launch::argument& a = host.arguments[i];
    if (type.is_pointer() || type.lanes != 1 || !type.element) {
      const auto b = std::find_if(c.buffers.begin(), c.buffers.end(), [&n = name](const guessed_buffer& x) { return x.name == n; });
      if (b != c.buffers.end()) b->is_zeroed = a.is_zeroed;
      if (b != c.buffers.end() && a.bytes && type.element) b->allocated = static_cast<std::uint64_t>(*a.bytes) / (tensor::size_of(*type.element) * type.lanes);
      continue;
    }
    const auto v = std::find_if(c.values.begin(), c.values.end(), [&n = name](const auto& x) { return x.first == n; });
    if (v == c.values.end()) continue;
    const bool integer = !tensor::is_real(*type.element) && *type.element != tensor::dtype::boolean;
    if (integer && a.value) sizes[name] = *a.value;
    else if (!integer && a.number && *type.element != tensor::dtype::boolean) v->second = *a.number;
  }
  c.at_host = sizes;
  for (const auto& [name, text] : c.values) // what the host code does not tell stays as it was guessed
    if (const auto n = whole(text); n && !sizes.contains(name)) sizes[name] = *n;
  shrinking s(sizes, host.grid, extents_of(c.block));
  const bool grid = !s.blocks().empty();
  if (!grid) s = shrinking(sizes, {}, extents_of(c.block));
  s.run();
  c.is_whole = grid && s.grid() == host.grid;
  for (auto& [name, text] : c.values) {
    if (!c.at_host.contains(name)) continue;
    c.is_whole = c.is_whole && s.sizes().at(name) == c.at_host.at(name);
    text = std::to_string(s.sizes().at(name));
  }
  if (grid) c.grid = grid_text(s.grid());
  else keep_grid(c);
}

} // namespace fpcheck::cli
