#include <fpcheck/tensor/array.hpp>

#include "commands.hpp"
#include "explain_pages.hpp"

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

struct row {
  const char *id, *level, *summary, *advice;
};
constexpr row rows[] = {
#undef FPCHECK_RULE
#define FPCHECK_RULE(name, id, severity, summary, advice) {id, #severity, summary, advice},
#include <fpcheck/analysis/rules.def>
#undef FPCHECK_RULE
};

} // namespace

const std::vector<std::string>& rule_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> out;
    for (const row& r : rows) out.emplace_back(r.id);
    return out;
  }();
  return ids;
}

exit_code explain(const std::string& rule, const streams& s) {
  for (const row& r : rows) {
    if (rule.empty())
      s.out << r.id << std::string(26 - std::min<std::size_t>(std::string(r.id).size(), 25), ' ') << r.summary << '\n';
    if (rule != r.id) continue;
    s.out << r.id << " (" << r.level << "): " << r.summary << "\n\n"
          << explain_page(r.id) << "\n\nTo mend it: " << r.advice << ".\nTo excuse a line: // fpcheck: allow " << r.id
          << " REASON\n";
    return exit_code::passed;
  }
  if (rule.empty()) return exit_code::passed;
  const std::string near = nearest_name(rule, rule_ids());
  return complain({"no rule is called " + tensor::quoted(rule),
                   {"command line"},
                   {},
                   near.empty() ? "fpcheck explain lists them" : "did you mean '" + near + "'?"},
                  s);
}

} // namespace fpcheck::cli
