#include <fpcheck/base/judgement.hpp>

#include "thresholds.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;

json describe(const judgement_row& r) {
  json out{{"name", r.name}, {"rules", r.rules}};
  if (r.what != judgement_row::kind::role) out["value"] = r.value, out["unit"] = r.unit;
  out[r.what == judgement_row::kind::derived ? "derivation" : "why"] = r.why;
  if (!r.missed.empty()) out["missed"] = r.missed;
  if (!r.fires.empty()) out["fires"] = r.fires;
  if (!r.file.empty()) out["stands"] = json{{"file", r.file}, {"text", r.text}};
  return out;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

void print(const judgement_row& r, std::ostream& out) {
  out << padded(std::string(r.name), 24) << padded(r.what == judgement_row::kind::role ? std::string(r.unit) : threshold_text(r.value) + ' ' + std::string(r.unit), 34) << padded(std::string(r.rules), 10) << (r.what == judgement_row::kind::derived ? "derived: " : "") << r.why << '\n';
  if (!r.missed.empty()) out << "    missed: " << r.missed << '\n';
  if (!r.fires.empty()) out << "    fires:  " << r.fires << '\n';
  if (!r.file.empty()) out << "    stands: " << r.file << ": " << r.text << '\n';
}

} // namespace

exit_code explain_thresholds(const std::string& format, const streams& s) {
  if (format != "text" && format != "json") return complain({"--format is text or json, not " + format, {"command line"}, {}, "--format json"}, s);
  if (format == "json") {
    json all = json::array();
    for (const judgement_row& r : judgement_table()) all.push_back(describe(r));
    s.out << all.dump(2) << '\n';
    return exit_code::passed;
  }
  std::size_t derived = 0, standing = 0, both = 0, one = 0, none = 0;
  for (const judgement_row& r : judgement_table()) {
    print(r, s.out);
    using kind = judgement_row::kind;
    ++(r.what == kind::derived ? derived : r.what == kind::standing ? standing : r.missed.empty() && r.fires.empty() ? none : r.missed.empty() || r.fires.empty() ? one : both);
  }
  s.out << "\nRules: R1 to R8 are those of shadows; V outputs, B blame, D decisions, I integers, O orders, S sizes, T tolerances, G gradients.\n"
        << "missed: the wrong kernel of tests/corpus that is no longer told once the number is moved by the factor; fires: the sound one that then is flagged.\n"
        << judgement_table().size() << " numbers and roles: " << derived << " derived, " << standing << " in a source; of the others " << both << " are shown by kernels both ways, " << one << " one way, " << none << " by none.\n";
  return exit_code::passed;
}

} // namespace fpcheck::cli
