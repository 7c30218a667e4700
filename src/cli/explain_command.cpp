#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/tensor/array.hpp>

#include "commands.hpp"

#include <ostream>

namespace fpcheck::cli {
namespace {

constexpr std::size_t id_width = 26;

const char* level_of(analysis::rule r) {
  switch (r) {
#define FPCHECK_RULE(name, id, severity, summary, advice)                                                              \
  case analysis::rule::name:                                                                                           \
    return #severity;
#include <fpcheck/analysis/rules.def>
  }
  return "";
}

} // namespace

exit_code explain(const std::string& rule, const streams& s) {
  if (rule.empty()) {
    for (const analysis::rule r : analysis::all_rules()) {
      std::string id(analysis::id(r));
      id.resize(id_width, ' ');
      s.out << id << analysis::summary(r) << '\n';
    }
    s.out << "\nfpcheck explain RULE tells more: what it looks for, an example, how to mend it.\n";
    return exit_code::passed;
  }
  const auto r = analysis::find_rule(rule);
  if (!r) {
    const std::string near = nearest_name(rule, analysis::rule_ids());
    return complain({"no rule is called " + tensor::quoted(rule),
                     {"command line"},
                     {},
                     near.empty() ? "fpcheck explain lists them" : "did you mean '" + near + "'?"},
                    s);
  }
  s.out << analysis::id(*r) << " (" << level_of(*r) << "): " << analysis::summary(*r) << "\n\n"
        << analysis::page(*r) << "\n\nTo mend it: " << analysis::advice(*r) << ".\nTo excuse a line: // fpcheck: allow "
        << analysis::id(*r) << " REASON\n";
  return exit_code::passed;
}

} // namespace fpcheck::cli
