#include <fpcheck/report/document.hpp>

#include <utility>

namespace fpcheck::report {

exit_code document::verdict() const {
  exit_code out = exit_code::passed;
  for (const case_report& c : cases) out = worse(out, c.verdict);
  return out;
}

namespace {

/// The worst verdict of the cases that cases[k] sums up.
exit_code behind(const document& d, std::size_t k) {
  exit_code out = exit_code::passed;
  for (std::size_t i = k + 1; i < d.cases.size() && !d.cases[i].sums_up; ++i) out = worse(out, d.cases[i].verdict);
  return out;
}

} // namespace

void document::sum_up() {
  for (std::size_t k = 0; k < cases.size(); ++k)
    if (cases[k].sums_up) cases[k].verdict = worse(cases[k].verdict, behind(*this, k));
}

exit_code document::own_verdict(std::size_t k) const {
  const case_report& c = cases[k];
  if (c.sums_up && c.run && !c.run->incomplete.empty()) return exit_code::incomplete;
  return c.sums_up && c.verdict == behind(*this, k) ? exit_code::passed : c.verdict;
}

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names{"text", "json", "sarif", "junit", "github", "markdown", "html"};
  return names;
}

result<std::string> write(const document& d, const std::string& name, const source_reader& source, colour c) {
  if (name == "text") return write_text(d, source, c);
  if (name == "json") return write_json(d);
  if (name == "sarif") return write_sarif(d);
  if (name == "junit") return write_junit(d);
  if (name == "github") return write_github(d);
  if (name == "markdown") return write_markdown(d);
  if (name == "html") return write_html(d);
  const std::string near = nearest_name(name, format_names());
  return fail("no report format is called " + tensor::quoted(name), {},
              near.empty() ? "there are text json sarif junit github markdown html" : "did you mean '" + near + "'?");
}

namespace {

constexpr std::pair<exit_code, const char*> verdicts[] = {
    {exit_code::passed, "passed"},         {exit_code::findings, "findings"},
    {exit_code::usage, "usage"},           {exit_code::incomplete, "incomplete"},
    {exit_code::interrupted, "interrupted"}, {exit_code::internal_error, "internal-error"}};

} // namespace

std::string name(exit_code code) {
  for (const auto& [verdict, word] : verdicts)
    if (verdict == code) return word;
  return "internal-error";
}

std::optional<exit_code> find_verdict(const std::string& name) {
  for (const auto& [verdict, word] : verdicts)
    if (name == word) return verdict;
  return std::nullopt;
}

std::string race_sampling(const analysis::coverage& k) {
  if (k.race_step <= 1) return {};
  const std::uint64_t ones = k.race_step % 10;
  const char* const ending = k.race_step / 10 % 10 == 1 || ones == 0 || ones > 3 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : "rd";
  return "races looked for in every " + grouped(k.race_step) + ending + " page of memory only";
}

std::string grouped(std::uint64_t n) {
  std::string out = std::to_string(n);
  for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

} // namespace fpcheck::report
