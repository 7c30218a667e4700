#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::analysis {

/// A kind of finding; one enumerator for each row of `rules.def`.
enum class rule : std::uint8_t {
#define FPCHECK_RULE(name, id, severity, summary, advice) name,
#include <fpcheck/analysis/rules.def>
};

/// The rule's id as users write it, "nan-born".
std::string_view id(rule r);
/// One line: what it means.
std::string_view summary(rule r);
/// How to mend it, one line.
std::string_view advice(rule r);
/// What it looks for, an example and what is no finding: some paragraphs of plain text, code indented by four blanks.
std::string_view page(rule r);
/// Every rule, in the order of the table.
std::span<const rule> all_rules();
/// The rule with this id.
std::optional<rule> find_rule(std::string_view text);
/// The ids of all rules, for suggestions.
const std::vector<std::string>& rule_ids();

} // namespace fpcheck::analysis
