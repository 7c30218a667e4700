#pragma once
#include <cstdint>
#include <string_view>

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

} // namespace fpcheck::analysis
