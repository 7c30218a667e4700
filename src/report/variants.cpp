#include "variants.hpp"

#include <fpcheck/report/document.hpp>

#include <algorithm>
#include <cstdio>

namespace fpcheck::report {
namespace {

using row = std::vector<std::string>;

std::string short_number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", v);
  return text;
}

std::string share(const analysis::variation_result& r) {
  if (r.changed == 0) return "-";
  return r.operations == 0 ? grouped(r.changed) : short_number(100.0 * static_cast<double>(r.changed) / static_cast<double>(r.operations)) + " %";
}

/// The factor by which an error differs; empty where there is nothing to compare.
std::string factor(double error, double plain) {
  if (!(plain > 0)) return error > 0 ? "was 0" : "";
  return "x" + short_number(error / plain);
}

row row_of(const analysis::variation_result& r, const analysis::output_error& e, const analysis::output_error& plain, bool first) {
  row out{first ? r.text : "", e.output};
  if (e.elements == 0) {
    out.insert(out.end(), {"", "", "", grouped(e.changed) + " elements changed"});
  } else {
    out.insert(out.end(), {short_number(e.largest_ulps) + " ulp", short_number(e.rms), &e == &plain ? "" : factor(e.rms, plain.rms)});
    out.push_back(e.nonfinite == 0 ? "" : grouped(e.nonfinite) + " NaN or infinite");
  }
  out.push_back(first ? share(r) : "");
  return out;
}

} // namespace

std::vector<std::string> variant_table(const std::vector<analysis::variation_result>& rows) {
  if (rows.empty()) return {};
  std::vector<row> cells{{"what if", "output", "largest error", "rms error", "of as it is", "", "operations"}};
  for (const analysis::variation_result& r : rows) {
    if (!r.failure.empty()) cells.push_back({r.text, "no result: " + r.failure});
    for (std::size_t k = 0; k < r.outputs.size(); ++k) cells.push_back(row_of(r, r.outputs[k], k < rows[0].outputs.size() ? rows[0].outputs[k] : r.outputs[k], k == 0));
  }
  std::vector<std::size_t> width;
  for (const row& r : cells)
    if (r.size() > 2)
      for (std::size_t k = 0; k < r.size(); ++k) {
        width.resize(std::max(width.size(), k + 1));
        width[k] = std::max(width[k], r[k].size());
      }
  std::vector<std::string> out;
  for (const row& r : cells) {
    std::string line;
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (width[k] == 0) continue;
      line += (line.empty() ? "" : "  ") + r[k];
      if (k + 1 < r.size()) line += std::string(width[k] - std::min(width[k], r[k].size()), ' ');
    }
    out.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  return out;
}

} // namespace fpcheck::report
