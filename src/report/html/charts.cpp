#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fpcheck::report::html {
namespace {

using analysis::error_profile;

std::string rectangle(double x, double y, double width, double height, const std::string& classes, const std::string& title = {}) {
  std::string out = "<rect class=\"" + classes + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) +
                    "\" height=\"" + number(height) + "\"";
  return title.empty() ? out + "/>" : out + "><title>" + escaped(title) + "</title></rect>";
}

std::string label(double x, double y, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"middle\">" + escaped(text) + "</text>";
}

struct mark {
  char cell;
  const char *classes, *text;
};
constexpr mark marks[] = {{analysis::cell_nonfinite, "hn", "NaN or Inf born inside"},
                          {analysis::cell_undecided, "hu", "undecided"},
                          {analysis::cell_unwritten, "hw", "not written"}};

std::string cell_class(char c) {
  for (const mark& m : marks)
    if (m.cell == c) return m.classes;
  const std::size_t bin = analysis::cell_bin(c);
  return bin < analysis::error_bins ? "h" + std::to_string(heat_level(bin)) : "hx";
}

std::string cell_text(char c) {
  for (const mark& m : marks)
    if (m.cell == c) return m.text;
  const std::size_t bin = analysis::cell_bin(c);
  if (bin >= analysis::error_bins) return "nothing known";
  return bin == 0 ? "exact" : "at most " + bin_text(bin) + " ulp";
}

/// Where a cell lies in the tensor: "elements [128, 144)".
std::string cell_place(const analysis::output_summary& o, std::uint64_t row, std::uint64_t first, std::uint64_t cells) {
  const error_profile& p = o.errors;
  const std::uint64_t top = row * p.rows_per_cell, left = first * p.columns_per_cell;
  const std::uint64_t right = std::min(p.width, (first + cells) * p.columns_per_cell);
  if (p.rows_per_cell == 1) {
    const std::uint64_t from = top * p.width + left, to = std::min(top * p.width + right, o.elements);
    return to == from + 1 ? "element " + std::to_string(from) : "elements " + std::to_string(from) + " to " + std::to_string(to - 1);
  }
  return "rows " + std::to_string(top) + " to " + std::to_string(top + p.rows_per_cell - 1) + ", columns " + std::to_string(left) + " to " +
         std::to_string(right - 1);
}

/// One row of the map, equal neighbours joined.
std::string map_row(const analysis::output_summary& o, std::size_t row, double size) {
  const std::string& cells = o.errors.map[row];
  std::string out;
  for (std::size_t at = 0; at < cells.size();) {
    std::size_t end = at + 1;
    while (end < cells.size() && cells[end] == cells[at]) ++end;
    if (cells[at] != analysis::cell_unknown)
      out += rectangle(static_cast<double>(at) * size, static_cast<double>(row) * size, static_cast<double>(end - at) * size, size,
                       cell_class(cells[at]), cell_place(o, row, at, end - at) + ": " + cell_text(cells[at]));
    at = end;
  }
  return out;
}

std::string legend(const error_profile& p) {
  std::string out;
  bool used[heat_levels] = {};
  for (std::size_t bin = 0; bin < analysis::error_bins; ++bin)
    if (p.histogram[bin] != 0) used[heat_level(bin)] = true;
  static constexpr const char* words[heat_levels] = {"exact", "≤ 1/2 ulp", "≤ 2", "≤ 16", "≤ 256", "≤ 2^14", "≤ 2^20", "more: no correct digit in f32"};
  for (int level = 0; level < heat_levels; ++level)
    if (used[level]) out += "<span><i class=\"h" + std::to_string(level) + "\"></i>" + escaped(words[level]) + "</span>";
  for (const mark& m : marks)
    if (std::any_of(p.map.begin(), p.map.end(), [&](const std::string& row) { return row.find(m.cell) != std::string::npos; }))
      out += "<span><i class=\"" + std::string(m.classes) + "\"></i>" + escaped(m.text) + "</span>";
  return element("p", "legend", out);
}

} // namespace

int heat_level(std::size_t bin) {
  constexpr std::size_t last[heat_levels - 1] = {0, 1, 3, 6, 10, 16, 22}; // exact, 1/2, 2, 16, 2^8, 2^14, 2^20
  for (int level = 0; level < heat_levels - 1; ++level)
    if (bin <= last[level]) return level;
  return heat_levels - 1;
}

std::string bin_text(std::size_t bin) {
  if (bin == 0) return "0";
  if (bin == 1) return "1/2";
  const std::size_t exponent = bin - 2;
  return exponent <= 10 ? std::to_string(1u << exponent) : "2^" + std::to_string(exponent);
}

std::string heat_map(const analysis::output_summary& o) {
  const error_profile& p = o.errors;
  if (p.empty()) return {};
  const auto rows = static_cast<double>(p.map.size()), columns = static_cast<double>(p.map[0].size());
  const double size = std::clamp(std::floor(560 / columns), 4.0, 28.0);
  std::string out = "<svg class=\"map\" role=\"img\" aria-label=\"errors of the elements of " + escaped(o.name) + "\" viewBox=\"0 0 " +
                    number(columns * size) + ' ' + number(rows * size) + "\" width=\"" + number(columns * size) + "\" height=\"" +
                    number(rows * size) + "\">";
  for (std::size_t r = 0; r < p.map.size(); ++r) out += map_row(o, r, size);
  out += "</svg>";
  const std::uint64_t each = p.rows_per_cell * p.columns_per_cell;
  const std::string what = each == 1 ? "one cell an element" : "a cell is the worst of " + grouped(p.rows_per_cell) + " x " + grouped(p.columns_per_cell) + " elements";
  const bool wrapped = o.shape.size() < 2 && p.map.size() > 1;
  return out + text_element("p", "caption", what + (wrapped ? ", " + std::to_string(p.width) + " a row" : "")) + legend(p);
}

std::string histogram(const error_profile& p) {
  std::size_t first = p.histogram.size(), last = 0;
  std::uint64_t most = 0;
  for (std::size_t bin = 0; bin < p.histogram.size(); ++bin) {
    if (p.histogram[bin] == 0) continue;
    first = std::min(first, bin), last = bin, most = std::max(most, p.histogram[bin]);
  }
  if (most == 0) return {};
  // A bin on either side shows where the bars end.
  first = first > 0 ? first - 1 : 0, last = std::min(last + 1, p.histogram.size() - 1);
  const double bar = std::clamp(560.0 / static_cast<double>(last - first + 1), 18.0, 46.0), height = 110, top = 16;
  const double width = bar * static_cast<double>(last - first + 1);
  const std::size_t every = bar < 34 ? 2 : 1;
  std::string out = "<svg class=\"histogram\" role=\"img\" aria-label=\"elements by error in ulps\" viewBox=\"0 0 " + number(width) + " 150\" width=\"" +
                    number(width) + "\" height=\"150\">" + rectangle(0, top + height, width, 1, "axis");
  for (std::size_t bin = first; bin <= last; ++bin) {
    const double x = bar * static_cast<double>(bin - first);
    const std::uint64_t n = p.histogram[bin];
    if ((bin - first) % every == 0) out += label(x + bar / 2, top + height + 16, bin_text(bin));
    if (n == 0) continue;
    const double h = std::max(3.0, height * std::log1p(static_cast<double>(n)) / std::log1p(static_cast<double>(most)));
    out += rectangle(x + 1, top + height - h, bar - 2, h, "h" + std::to_string(heat_level(bin)),
                     grouped(n) + (n == 1 ? " element, " : " elements, ") + (bin == 0 ? "exact" : "at most " + bin_text(bin) + " ulp"));
    out += label(x + bar / 2, top + height - h - 4, n < 10000 ? std::to_string(n) : number(std::round(static_cast<double>(n) / 1000)) + "k");
  }
  return out + "</svg>" + text_element("p", "caption", "elements by certified error, up to so many ulps (counts on a logarithmic scale)");
}

std::string share_bar(double share) {
  const double percent = std::clamp(std::isfinite(share) ? 100 * share : 0.0, 0.0, 100.0);
  return "<svg class=\"share\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">" + rectangle(0, 0, percent, 10, "bar") + "</svg>";
}

} // namespace fpcheck::report::html
