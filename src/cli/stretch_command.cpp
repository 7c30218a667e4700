#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/sweep/device.hpp>
#include <fpcheck/sweep/stretches.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "library_sweep_command.hpp"
#include "library_table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace fpcheck::cli {
namespace {

using report::grouped;

struct stretched_row {
  const sweep::searched_function* function = nullptr;
  sweep::stretch_outcome found;
};

std::string code_text(std::uint64_t code) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(code));
  return text;
}

/// The stated bound is in numbers of the format from the correctly rounded result.
bool breaks_stated(const stretched_row& r) { return r.function->stated >= 0 && r.found.worst.steps > static_cast<std::uint64_t>(r.function->stated); }

void write_text(const stretched_row& r, const std::string& where, std::ostream& out) {
  const sweep::stretch_tally& t = r.found.tally;
  char text[96];
  std::snprintf(text, sizeof text, r.found.milliseconds > 0 ? " in %.0f ms" : "", r.found.milliseconds);
  out << r.function->name << ": " << grouped(t.inputs) << " inputs in " << grouped(r.found.stretches) << " stretches of neighbours, on " << where << text << '\n';
  std::snprintf(text, sizeof text, ", each known to 2^%.0f ulp; ", std::ceil(std::log2(t.uncertain)));
  out << "  largest error " << ulps_text(t.ulps) << " ulp at " << code_text(t.code) << (r.function->arguments == 2 ? ", " + code_text(t.second) : "") << text << grouped(r.found.worst.steps) << " from the correctly rounded result"
      << (r.function->stated < 0 ? "" : ", stated " + std::to_string(r.function->stated) + (breaks_stated(r) ? ": the stated bound is wrong" : "")) << '\n';
  out << "  " << grouped(t.not_nearest) << " are not rounded correctly, of " << grouped(t.open) << " it is open; " << grouped(t.reversals) << " go the other way than the function";
  if (t.reversals != 0) out << ", the first at " << code_text(t.reversal_code);
  out << '\n';
}

nlohmann::ordered_json describe(const stretched_row& r) {
  const sweep::stretch_tally& t = r.found.tally;
  nlohmann::ordered_json out{{"function", r.function->name}, {"inputs", t.inputs}, {"stretches", r.found.stretches}, {"ulps", t.ulps}, {"uncertain", t.uncertain}, {"x", code_text(t.code)},
                             {"result", code_text(t.result)}, {"steps", r.found.worst.steps}, {"not_nearest", t.not_nearest}, {"open", t.open}, {"reversals", t.reversals}};
  if (r.function->arguments == 2) out["y"] = code_text(t.second);
  out["stated"] = r.function->stated < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(r.function->stated);
  if (t.reversals != 0) out["first_reversal"] = code_text(t.reversal_code);
  if (r.found.milliseconds > 0) out["milliseconds"] = r.found.milliseconds;
  return out;
}

} // namespace

exit_code sweep_in_stretches(const library_sweep_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json") return complain({"a sweep of stretches writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  if (*c.stretches == 0) return complain({"no inputs: --stretches 0", {"command line"}, {}, "--stretches 1000000, or on a gpu 10000000000"}, s);
  const auto device = wants_device(c.on);
  if (!device) return complain(device.error(), s);
  std::vector<stretched_row> rows;
  for (const sweep::searched_function& f : sweep::searched_functions())
    if (sweep::has_stretches(f) && (c.names.empty() || std::any_of(c.names.begin(), c.names.end(), [&](const std::string& n) { return n == f.name || n == f.id; }))) rows.push_back({&f, {}});
  for (const std::string& name : c.names)
    if (const auto* f = sweep::searched_function_named(name); f == nullptr || !sweep::has_stretches(*f))
      return complain({tensor::quoted(name) + " is no function of binary64 numbers", {"command line"}, {}, "--stretches is for exp, pow, sin and their like: fpcheck sweep --list"}, s);
  const std::string where = *device ? sweep::device_names()[0] : "the emulated device";
  exit_code code = exit_code::passed;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (stretched_row& r : rows) {
    const session::progress bar("sweeping " + std::string(r.function->name));
    auto found = sweep::sweep_stretches(*r.function, {*c.stretches, c.seed, *device});
    if (!found) return complain(found.error(), s);
    if (session::interrupted()) return exit_code::interrupted;
    r.found = *std::move(found);
    if (r.found.tally.inputs == 0) return complain({"no stretch of " + std::string(r.function->name) + " has a polynomial: nothing was judged", {}, {}, "another --seed, or more inputs", exit_code::incomplete}, s);
    if (c.format == "json") all.push_back(describe(r));
    else write_text(r, where, s.out);
    if (breaks_stated(r)) code = exit_code::findings;
  }
  if (c.format == "json") s.out << nlohmann::ordered_json{{"schema", "fpcheck/stretches-1"}, {"where", where}, {"functions", all}}.dump(2) << '\n';
  return code;
}

} // namespace fpcheck::cli
