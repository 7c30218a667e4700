#include "library_table.hpp"

#include <fpcheck/report/difference.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <string>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using report::grouped;

std::string hexadecimal(std::uint64_t code, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(code));
  return text;
}
/// Steps from the correctly rounded result, of normal and subnormal ones.
std::uint32_t steps(const sweep::library_tally& t) {
  return std::max(t.normal.steps, t.subnormal.steps);
}
std::uint64_t specials(const sweep::library_tally& t) {
  std::uint64_t out = 0;
  for (const std::uint64_t n : t.specials) out += n;
  return out;
}

/// What the guide states, and what the sweep says of that.
std::string stated_text(const swept_row& r) {
  return r.function->stated < 0 ? "-" : std::to_string(r.function->stated);
}
std::string remark(const swept_row& r, bool complete) {
  const int stated = r.function->stated;
  const std::uint32_t seen = steps(r.tally);
  std::string out;
  if (stated >= 0 && seen > static_cast<std::uint32_t>(stated)) out = "stated bound is wrong";
  else if (stated >= 0 && complete && seen < static_cast<std::uint32_t>(stated)) out = "loose: " + std::to_string(seen) + " holds";
  const std::pair<std::uint64_t, const char*> counts[] = {{specials(r.tally), "special values differ"}, {r.tally.unsettled, "undecided"}};
  for (const auto& [n, what] : counts)
    if (n != 0) out += (out.empty() ? "" : "; ") + grouped(n) + ' ' + what;
  return out;
}

/// Milliseconds on a card.
std::string time_text(const swept_row& r) {
  char text[32] = "";
  if (r.milliseconds > 0) std::snprintf(text, sizeof text, "%.1f", r.milliseconds);
  return text;
}

std::string range_text(const swept_table& t) {
  if (t.complete) return "every one of the 4,294,967,296 inputs";
  return grouped(t.range.count) + " inputs from " + hexadecimal(t.range.begin, 8) + (t.range.stride == 1 ? "" : ", every " + grouped(t.range.stride) + "th");
}

json describe(const sweep::worst_error& w) {
  return {{"ulps", w.ulps}, {"at", hexadecimal(w.code, 8)}, {"result", hexadecimal(w.result, 8)}, {"steps", w.steps}, {"steps_at", hexadecimal(w.steps_code, 8)}};
}

json describe(const swept_row& r) {
  const sweep::library_tally& t = r.tally;
  json special = json::array();
  for (int i = 0; i < sweep::library_special_count; ++i)
    if (t.specials[i] != 0)
      special.push_back({{"kind", sweep::describe(static_cast<sweep::special>(i)).name}, {"count", t.specials[i]}, {"first", hexadecimal(t.special_code[i], 8)}});
  json out{{"function", r.function->name}, {"inputs", t.inputs}, {"digest", hexadecimal(t.digest, 16)}, {"normal", describe(t.normal)}, {"subnormal", describe(t.subnormal)},
           {"not_nearest", t.not_nearest}, {"not_faithful", t.not_faithful}, {"above", t.above}, {"below", t.below}, {"reversals", t.reversals}};
  if (t.reversals != 0) out["first_reversal"] = hexadecimal(t.reversal_code, 8);
  out["specials"] = special;
  out["by_mpfr"] = t.by_mpfr, out["undecided"] = t.unsettled;
  out["stated"] = r.function->stated < 0 ? json() : json(r.function->stated);
  return out;
}

} // namespace

std::string ulps_text(double ulps) {
  char text[32];
  std::snprintf(text, sizeof text, ulps < 1e5 ? "%.6f" : "%.3e", ulps);
  return text;
}

void write_text(const swept_table& t, std::ostream& out) {
  out << sweep::library_toolkit() << (t.where.empty() ? "" : " on " + t.where) << ", " << range_text(t) << "; errors in ulps of the exact value, steps from the correctly rounded result\n";
  char line[256];
  std::snprintf(line, sizeof line, "%-20s %12s %-10s %12s %8s %6s %15s %10s %8s\n", "function", "largest", "at", "subnormal", "steps", "stated", "not nearest", "reversals", t.where.empty() ? "" : "ms");
  out << line;
  for (const swept_row& r : t.rows) {
    const std::string name(r.function->name);
    std::snprintf(line, sizeof line, "%-20s %12s %-10s %12s %8u %6s %15s %10s %8s  %s\n", name.c_str(), ulps_text(r.tally.normal.ulps).c_str(),
                  hexadecimal(r.tally.normal.code, 8).c_str(), ulps_text(r.tally.subnormal.ulps).c_str(), steps(r.tally), stated_text(r).c_str(),
                  grouped(r.tally.not_nearest).c_str(), grouped(r.tally.reversals).c_str(), time_text(r).c_str(), remark(r, t.complete).c_str());
    out << line;
  }
}

void write_markdown(const swept_table& t, std::ostream& out) {
  out << sweep::library_toolkit() << (t.where.empty() ? "" : " on " + t.where) << ", " << range_text(t) << ".\n\n"
      << "| function | largest error, ulp | at | of subnormal results | steps | stated | not the nearest | reversals | ms | remark |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const swept_row& r : t.rows)
    out << "| `" << r.function->name << "` | " << ulps_text(r.tally.normal.ulps) << " | " << hexadecimal(r.tally.normal.code, 8) << " | "
        << ulps_text(r.tally.subnormal.ulps) << " | " << steps(r.tally) << " | " << stated_text(r) << " | " << grouped(r.tally.not_nearest) << " | "
        << grouped(r.tally.reversals) << " | " << time_text(r) << " | " << remark(r, t.complete) << " |\n";
}

void write_json(const swept_table& t, std::ostream& out) {
  json rows = json::array();
  for (const swept_row& r : t.rows) rows.push_back(describe(r));
  const json j{{"schema", "fpcheck/library-sweep-1"}, {"toolkit", sweep::library_toolkit()},
               {"range", {{"begin", t.range.begin}, {"count", t.range.count}, {"stride", t.range.stride}, {"complete", t.complete}}}, {"functions", rows}};
  out << j.dump(2) << '\n';
}

exit_code verdict_of(const swept_table& t) {
  exit_code out = exit_code::passed;
  for (const swept_row& r : t.rows) {
    if (r.tally.unsettled != 0) out = worse(out, exit_code::incomplete);
    if (r.function->stated < 0) continue;
    if (steps(r.tally) > static_cast<std::uint32_t>(r.function->stated) || specials(r.tally) != 0) out = worse(out, exit_code::findings);
  }
  return out;
}

} // namespace fpcheck::cli
