#include <fpcheck/analysis/rules.hpp>
namespace fpcheck::analysis {
struct row { const char *id, *summary, *advice; };
constexpr row rows[] = {
#undef FPCHECK_RULE
#define FPCHECK_RULE(name, id, severity, summary, advice) {id, summary, advice},
#include <fpcheck/analysis/rules.def>
};
std::string_view id(rule r) { return rows[static_cast<int>(r)].id; }
std::string_view summary(rule r) { return rows[static_cast<int>(r)].summary; }
std::string_view advice(rule r) { return rows[static_cast<int>(r)].advice; }
}
