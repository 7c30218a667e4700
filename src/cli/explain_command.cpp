#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/tensor/array.hpp>

#include "commands.hpp"
#include "pages.hpp"

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
    s.out << "\nfpcheck explain RULE tells more: what it looks for, an example, how to mend it. Terms that it explains too:\n";
    std::string line;
    for (const std::string& t : terms()) {
      if (line.size() + t.size() > 100) s.out << "  " << line << '\n', line.clear();
      line += (line.empty() ? "" : ", ") + t;
    }
    s.out << "  " << line << '\n';
    return exit_code::passed;
  }
  const auto r = analysis::find_rule(rule);
  if (const auto text = term(rule); !r && text) {
    s.out << rule << ": " << *text << (text->ends_with('\n') ? "" : "\n");
    return exit_code::passed;
  }
  if (!r) {
    std::vector<std::string> known = analysis::rule_ids();
    for (const std::string& t : terms()) known.push_back(t);
    const std::string near = nearest_name(rule, known);
    return complain({"no rule or term is called " + tensor::quoted(rule),
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
