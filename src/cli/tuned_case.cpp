#include "tuned_case.hpp"

#include "json_number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;

json trials_of(const std::vector<tune::trial>& trials) {
  json out = json::array();
  for (const tune::trial& x : trials)
    out.push_back({{"what", x.what}, {"error_ulps", json_number(x.error)}, {"operations", x.changed}, {"cost", json_number(x.cost)}, {"good", x.good}});
  return out;
}

json json_of(const tuned_case& c) {
  const tune::tuning& t = c.tuning;
  json proposals = json::array();
  for (const tune::proposal& p : t.proposals) proposals.push_back({{"line", p.line}, {"change", p.change}});
  json out{{"file", c.plain.file},
           {"launch", c.plain.title},
           {"verdict", report::name(c.plain.verdict)},
           {"error_ulps", json_number(t.error)},
           {"bound_ulps", json_number(t.bound)},
           {"repairs", t.repairs},
           {"proposals", proposals},
           {"proposed_error_ulps", json_number(t.proposed_error)},
           {"proposed_cost", json_number(t.proposed_cost)},
           {"operations", t.operations},
           {"proposed_operations", t.proposed_operations},
           {"alternatives", t.alternatives},
           {"front", trials_of(tune::pareto_front(t))},
           {"trials", trials_of(t.trials)}};
  if (!c.edited.source.empty()) out["edited"] = {{"source", c.edited.source}, {"outcome", outcome_of(c.edited)}};
  return out;
}

} // namespace

std::string whole_source(const session::kernel_file& file) {
  std::string out;
  for (std::uint32_t n = 1;; ++n) {
    const auto line = file.line(file.source_path(), n);
    if (!line) return out;
    out += *line + '\n';
  }
}

std::string outcome_of(const edited_run& e) {
  if (!e.failure.empty()) return "not run: " + e.failure.substr(0, 200);
  return e.code ? report::name(*e.code) : "not run";
}

std::string summary_of(const tune::tuning& t) {
  if (t.proposals.empty()) return t.repairs ? "no wider format repairs it: the algorithm, a decision or the inputs are at fault" : "nothing may be narrower";
  const double share = t.operations == 0 ? 0 : 100.0 * static_cast<double>(t.proposed_operations) / static_cast<double>(t.operations);
  return (t.repairs ? "repaired: " : "all together: ") + number(t.proposed_error, 3) + " ulp, " + number(100 * t.proposed_error / t.bound, 3) + " % of what is allowed; " + number(share, 3) +
         " % of the operations";
}

std::vector<std::string> edits(const std::string& before, const std::string& after) {
  std::vector<std::string> out;
  std::size_t a = 0, b = 0;
  for (auto more = std::count(after.begin(), after.end(), '\n') - std::count(before.begin(), before.end(), '\n'); more > 0; --more) b = after.find('\n', b) + 1;
  for (std::uint32_t n = 1; a < before.size() && b < after.size(); ++n) {
    const std::size_t x = std::min(before.find('\n', a), before.size()), y = std::min(after.find('\n', b), after.size());
    const std::string left = before.substr(a, x - a), right = after.substr(b, y - b);
    if (left != right) {
      out.push_back(std::to_string(n) + " - " + left);
      out.push_back(std::to_string(n) + " + " + right);
    }
    a = x + 1, b = y + 1;
  }
  return out;
}

void write_text(const tuned_case& c, const session::kernel_file& file, std::ostream& out) {
  const tune::tuning& t = c.tuning;
  out << c.plain.file << ": " << c.plain.title << ": off by " << number(t.error, 3) << " ulp at most, " << number(t.bound, 3) << " allowed\n";
  for (const tune::proposal& p : t.proposals) {
    out << "  line " << p.line << ": " << p.change << '\n';
    if (const auto line = file.line(file.source_path(), p.line)) out << "  " << p.line << " | " << *line << '\n';
  }
  out << "  " << summary_of(t) << '\n';
  for (const std::string& other : t.alternatives) out << "  or " << other << '\n';
  if (!c.edited.source.empty()) {
    out << "  the edited source: " << outcome_of(c.edited) << '\n';
    for (const std::string& line : edits(whole_source(file), c.edited.source)) out << "  " << line << '\n';
  }
  out << "  " << t.trials.size() << " runs\n";
}

void write_json(const std::vector<tuned_case>& cases, std::ostream& out) {
  json all = json::array();
  for (const tuned_case& c : cases) all.push_back(json_of(c));
  out << all.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
}

} // namespace fpcheck::cli
