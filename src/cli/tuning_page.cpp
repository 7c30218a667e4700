#include "tuned_case.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/report/markup.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::cli {
namespace {

using report::html::element;
using report::html::escaped;
using report::html::text_element;

/// The plot's ground, in pixels.
constexpr double left = 56, top = 14, width = 560, height = 240, margin = 34;

/// Where numbers stand along an axis: linear, or by their logarithms.
struct axis {
  double low, high, from, to;
  bool logarithmic;
  double at(double x) const {
    const auto scaled = [&](double v) { return logarithmic ? std::log10(v) : v; };
    return from + (to - from) * (scaled(std::clamp(x, low, high)) - scaled(low)) / (scaled(high) - scaled(low));
  }
};

/// Errors below this are drawn there: an exact result has no logarithm.
constexpr double least_error = 0.01;

struct plot {
  axis cost, error;
};

plot axes_of(const tune::tuning& t) {
  double cheap = 1, dear = 1, least = std::max(least_error, std::min(t.error, t.bound)), most = std::max(t.error < INFINITY ? t.error : 0.0, t.bound);
  for (const tune::trial& x : t.trials) {
    cheap = std::min(cheap, x.cost), dear = std::max(dear, x.cost);
    least = std::min(least, std::max(x.error, least_error));
    if (x.error < INFINITY) most = std::max(most, x.error);
  }
  const double gap = std::max(0.02, 0.05 * (dear - cheap));
  const double below = std::pow(10, std::floor(std::log10(least) - 0.05)), above = std::pow(10, std::ceil(std::log10(std::max(most, 10 * below)) + 0.05));
  return {{cheap - gap, dear + gap, left, left + width, false}, {below, above, top + height, top, true}};
}

std::string point(const plot& p, const tune::trial& x, const char* classes, double radius) {
  return "<circle class=\"" + std::string(classes) + "\" cx=\"" + number(p.cost.at(x.cost), 5) + "\" cy=\"" + number(p.error.at(x.error), 5) + "\" r=\"" + number(radius) + "\"><title>" +
         escaped(x.what + ": " + number(x.error, 3) + " ulp, cost " + number(x.cost, 3)) + "</title></circle>";
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x, 5) + "\" y=\"" + number(y, 5) + "\" text-anchor=\"" + anchor + "\">" + escaped(text) + "</text>";
}
std::string rule(double x1, double y1, double x2, double y2, const char* classes) {
  return "<polyline class=\"" + std::string(classes) + "\" points=\"" + number(x1, 5) + ',' + number(y1, 5) + ' ' + number(x2, 5) + ',' + number(y2, 5) + "\"/>";
}

std::string grid(const plot& p, double bound) {
  std::string out = rule(left, top + height, left + width, top + height, "grid") + rule(left, top, left, top + height, "grid");
  const int first = static_cast<int>(std::lround(std::log10(p.error.low))), last = static_cast<int>(std::lround(std::log10(p.error.high)));
  const int every = (last - first) / 8 + 1;
  for (int k = first; k <= last; k += every) out += label(left - 6, p.error.at(std::pow(10, k)) + 4, "end", number(std::pow(10, k), 3));
  double step = 0.01;
  for (const double factor : {2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0})
    if ((p.cost.high - p.cost.low) / step > 6) step *= factor;
  for (double x = std::ceil(p.cost.low / step) * step; x <= p.cost.high; x += step) out += label(p.cost.at(x), top + height + 16, "middle", number(x, 3));
  out += label(left + width, top + height + 31, "end", "cost, of the launch as it is") + label(left + 6, top + 4, "start", "largest error, ulp");
  return out + rule(left, p.error.at(bound), left + width, p.error.at(bound), "bound") + label(left + width, p.error.at(bound) - 4, "end", number(bound, 3) + " ulp allowed");
}

/// Error against cost of everything that was tried; the front as steps: what the most exact costs, up to each cost.
std::string chart(const tune::tuning& t, const std::vector<tune::trial>& front) {
  const plot p = axes_of(t);
  std::string steps;
  for (std::size_t k = 0; k < front.size(); ++k) {
    if (k != 0) steps += number(p.cost.at(front[k].cost), 5) + ',' + number(p.error.at(front[k - 1].error), 5) + ' ';
    steps += number(p.cost.at(front[k].cost), 5) + ',' + number(p.error.at(front[k].error), 5) + ' ';
  }
  std::string out = "<svg class=\"front\" role=\"img\" aria-label=\"largest error against cost of what was tried\" viewBox=\"0 0 " + number(left + width + 14, 5) + ' ' + number(top + height + margin, 5) +
                    "\" width=\"" + number(left + width + 14, 5) + "\" height=\"" + number(top + height + margin, 5) + "\">" + grid(p, t.bound);
  if (!steps.empty()) out += "<polyline class=\"steps\" points=\"" + steps + "\"/>";
  for (const tune::trial& x : t.trials) out += point(p, x, x.good ? "within" : "beyond", 3.5);
  out += point(p, {"as it is", t.error, 0, !t.repairs, 1}, "plain", 5);
  if (!t.proposals.empty()) out += point(p, {"proposed", t.proposed_error, t.proposed_operations, true, t.proposed_cost}, "chosen", 5);
  return out + "</svg>" +
         element("p", "legend",
                 "<span><i class=\"plain\"></i>as it is</span><span><i class=\"chosen\"></i>proposed</span><span><i class=\"within\"></i>tried, within what is allowed</span>"
                 "<span><i class=\"beyond\"></i>tried, beyond it</span>") +
         text_element("p", "caption",
                      "Cost: bits of the floating-point operations that threads execute, of those of the launch as it is; an operation with compensation counts as four. The line is the Pareto "
                      "front: nothing tried is both cheaper and more exact. Errors below 0.01 ulp are drawn there, infinite ones at the top.");
}

std::string table_of(const std::vector<tune::trial>& trials) {
  std::string rows;
  for (const tune::trial& x : trials)
    rows += element("tr", "", text_element("td", "", x.what) + text_element("td", "n", number(x.error, 3)) + text_element("td", "n", number(x.cost, 3)) + text_element("td", x.good ? "good" : "error", x.good ? "within" : "beyond"));
  return element("table", "", "<thead><tr><th>what</th><th class=\"n\">largest error, ulp</th><th class=\"n\">cost</th><th>of what is allowed</th></tr></thead>" + element("tbody", "", rows));
}

std::string proposals_of(const tuned_case& c, const session::kernel_file& file) {
  std::string out;
  for (const tune::proposal& p : c.tuning.proposals) {
    const auto line = file.line(file.source_path(), p.line);
    out += text_element("pre", "line", "line " + std::to_string(p.line) + ": " + p.change + (line ? "\n" + std::to_string(p.line) + " | " + *line : ""));
  }
  for (const std::string& other : c.tuning.alternatives) out += text_element("p", "soft", "or " + other);
  return out;
}

std::string section_of(const tuned_case& c, const session::kernel_file& file) {
  const tune::tuning& t = c.tuning;
  const std::vector<tune::trial> front = tune::pareto_front(t);
  std::string out = text_element("h2", "", c.plain.file + ": " + c.plain.title) + text_element("p", "", "off by " + number(t.error, 3) + " ulp at most, " + number(t.bound, 3) + " allowed") +
                    text_element("p", "big", summary_of(t)) + proposals_of(c, file);
  if (!t.trials.empty())
    out += text_element("h3", "", "Error against cost") + chart(t, front) + text_element("h3", "", "The front") + table_of(front) +
           element("details", "", text_element("summary", "", "All that was tried: " + std::to_string(t.trials.size()) + (t.trials.size() == 1 ? " run" : " runs")) + table_of(t.trials));
  if (c.edited.source.empty()) return out;
  std::string lines;
  for (const std::string& line : edits(whole_source(file), c.edited.source)) lines += line + '\n';
  return out + text_element("h3", "", "The edited source: " + outcome_of(c.edited)) + text_element("pre", "", lines);
}

} // namespace

std::string tuning_page(const std::vector<tuned_case>& cases, const session::kernel_file& file) {
  std::string body = text_element("h1", "", "Which lines must be wider, or may be narrower");
  for (const tuned_case& c : cases) body += element("section", "", section_of(c, file));
  return report::html::page("fpcheck tune: " + file.path(), body);
}

} // namespace fpcheck::cli
