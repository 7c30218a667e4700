#include <fpcheck/analysis/rules.hpp>

#include <array>

namespace fpcheck::analysis {
namespace {

struct rule_row {
  std::string_view id, summary, advice;
};
constexpr rule_row rows[] = {
#define FPCHECK_RULE(name, id, severity, summary, advice) {id, summary, advice},
#include <fpcheck/analysis/rules.def>
};
constexpr rule all[] = {
#define FPCHECK_RULE(name, id, severity, summary, advice) rule::name,
#include <fpcheck/analysis/rules.def>
};

} // namespace

std::string_view id(rule r) { return rows[static_cast<int>(r)].id; }
std::string_view summary(rule r) { return rows[static_cast<int>(r)].summary; }
std::string_view advice(rule r) { return rows[static_cast<int>(r)].advice; }
std::span<const rule> all_rules() { return all; }
std::optional<rule> find_rule(std::string_view text) {
  for (const rule r : all)
    if (id(r) == text) return r;
  return std::nullopt;
}
const std::vector<std::string>& rule_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> out;
    for (const rule r : all) out.emplace_back(id(r));
    return out;
  }();
  return ids;
}

} // namespace fpcheck::analysis
