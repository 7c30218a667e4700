#pragma once
#include <fpcheck/report/document.hpp>

#include <algorithm>

namespace fpcheck::report {

/// Whether anything says what the outputs should be: a comparison, or a note "meaning: ..." of a check of another kind.
inline bool meaning_is_checked(const case_report& c) {
  return !c.comparisons.empty() || std::any_of(c.notes.begin(), c.notes.end(), [](const std::string& n) { return n.starts_with("meaning: "); });
}

} // namespace fpcheck::report
