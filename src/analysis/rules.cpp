#include <fpcheck/analysis/rules.hpp>

#include <array>

namespace fpcheck::analysis {
namespace {

struct row {
  std::string_view id, summary, advice;
};
constexpr row rows[] = {
#define FPCHECK_RULE(name, id, severity, summary, advice) {id, summary, advice},
#include <fpcheck/analysis/rules.def>
};

} // namespace

std::string_view id(rule r) { return rows[static_cast<int>(r)].id; }
std::string_view summary(rule r) { return rows[static_cast<int>(r)].summary; }
std::string_view advice(rule r) { return rows[static_cast<int>(r)].advice; }

} // namespace fpcheck::analysis
