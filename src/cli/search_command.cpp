#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/sweep/search.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include "library_sweep_command.hpp"
#include "library_table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using report::grouped;

struct searched_row {
  const sweep::searched_function* function = nullptr;
  sweep::search_tally tally;
};

std::string hexadecimal(const searched_row& r, std::uint64_t code) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * tensor::size_of(r.function->type)), static_cast<unsigned long long>(code));
  return text;
}
std::string arguments_text(const searched_row& r, const sweep::searched_input& i) {
  return hexadecimal(r, i.arguments[0]) + (r.function->arguments == 2 ? ", " + hexadecimal(r, i.arguments[1]) : "");
}
/// The hard input that lies closest to a middle.
const sweep::searched_input* closest(const searched_row& r) {
  const auto& all = r.tally.hard_inputs;
  const auto at = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::fabs(a.distance) < std::fabs(b.distance); });
  return at == all.end() ? nullptr : &*at;
}

bool breaks_stated(const searched_row& r) { return r.function->stated >= 0 && r.tally.steps > static_cast<std::uint64_t>(r.function->stated); }

void write_text(const searched_row& r, std::ostream& out) {
  const sweep::search_tally& t = r.tally;
  out << r.function->name << ": " << grouped(t.samples) << " structured and random inputs, " << grouped(t.hard) << " hard ones, " << grouped(t.climbed) << " next to the worst\n";
  out << "  largest error " << ulps_text(t.normal.ulps) << " ulp at " << arguments_text(r, t.normal) << "; of subnormal results " << ulps_text(t.subnormal.ulps) << "; "
      << grouped(t.steps) << " from the correctly rounded result at most";
  out << (r.function->stated < 0 ? "" : ", stated " + std::to_string(r.function->stated) + (breaks_stated(r) ? ": the stated bound is wrong" : "")) << '\n';
  if (const sweep::searched_input* c = closest(r)) {
    char distance[32];
    std::snprintf(distance, sizeof distance, "2^%.1f", std::log2(std::fabs(c->distance)));
    out << "  hard: the closest to a middle of two numbers lies " << distance << " ulp from it, at " << arguments_text(r, *c) << "; " << grouped(t.hard_not_nearest) << " of "
        << grouped(t.hard) << " are not rounded correctly; looked at " << grouped(t.walked) << " inputs\n";
  }
  for (std::size_t i = 0; i < t.specials.size(); ++i)
    if (t.specials[i] != 0)
      out << "  " << sweep::describe(static_cast<sweep::special>(i)).name << ": " << grouped(t.specials[i]) << ", first at " << arguments_text(r, t.special_examples[i]) << '\n';
}

json describe(const searched_row& r, const sweep::searched_input& i) {
  json out{{"x", hexadecimal(r, i.arguments[0])}};
  if (r.function->arguments == 2) out["y"] = hexadecimal(r, i.arguments[1]);
  out["result"] = hexadecimal(r, i.result), out["ulps"] = i.ulps, out["steps"] = i.steps;
  return out;
}

json describe(const searched_row& r) {
  const sweep::search_tally& t = r.tally;
  json specials = json::array(), hard = json::array();
  for (std::size_t i = 0; i < t.specials.size(); ++i)
    if (t.specials[i] != 0) specials.push_back({{"kind", sweep::describe(static_cast<sweep::special>(i)).name}, {"count", t.specials[i]}, {"first", describe(r, t.special_examples[i])}});
  for (const sweep::searched_input& i : t.hard_inputs) {
    json one = describe(r, i);
    one["distance"] = i.distance;
    hard.push_back(std::move(one));
  }
  return {{"function", r.function->name}, {"samples", t.samples}, {"hard", t.hard}, {"climbed", t.climbed}, {"walked", t.walked}, {"not_nearest", t.not_nearest},
          {"hard_not_nearest", t.hard_not_nearest}, {"steps", t.steps}, {"stated", r.function->stated < 0 ? json() : json(r.function->stated)},
          {"normal", describe(r, t.normal)}, {"subnormal", describe(r, t.subnormal)}, {"specials", specials}, {"hard_inputs", hard}};
}

/// A bound that does not hold, or a special value that differs, of a function that states a bound.
bool fails(const searched_row& r) {
  bool out = breaks_stated(r);
  for (std::size_t i = 0; i < r.tally.specials.size(); ++i)
    out = out || (r.function->stated >= 0 && r.tally.specials[i] != 0 && sweep::describe(static_cast<sweep::special>(i)).fails);
  return out;
}

} // namespace

bool is_search(const library_sweep_command& c) {
  return std::any_of(c.names.begin(), c.names.end(), [](const std::string& n) { return sweep::searched_function_named(n) != nullptr; }) || (c.names.empty() && c.hard && !c.all);
}

exit_code search_library(const library_sweep_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json") return complain({"a search writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  std::vector<searched_row> rows;
  for (const sweep::searched_function& f : sweep::searched_functions())
    if (c.names.empty() || std::any_of(c.names.begin(), c.names.end(), [&](const std::string& n) { return n == f.name || n == f.id; })) rows.push_back({&f, {}});
  for (const std::string& name : c.names)
    if (sweep::searched_function_named(name) == nullptr)
      return complain({"every input of " + tensor::quoted(name) + " is swept, and others of these are searched", {"command line"}, {}, "give it a command of its own"}, s);
  sweep::search_choice choice;
  choice.hard = c.hard.value_or(choice.hard), choice.seed = c.seed;
  if (c.samples) choice.samples = *c.samples;
  exit_code code = exit_code::passed;
  json all = json::array();
  for (searched_row& r : rows) {
    const session::progress bar("searching " + std::string(r.function->name));
    auto found = sweep::search(*r.function, choice);
    if (!found) return complain(found.error(), s);
    if (session::interrupted()) return exit_code::interrupted;
    r.tally = *std::move(found);
    if (c.format == "json") all.push_back(describe(r));
    else write_text(r, s.out);
    if (fails(r)) code = exit_code::findings;
  }
  if (c.format == "json") s.out << json{{"schema", "fpcheck/search-1"}, {"functions", all}}.dump(2) << '\n';
  return code;
}

} // namespace fpcheck::cli
