#pragma once
#include <fpcheck/analysis/finding.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace fpcheck::session {

/// How a source line that a finding blames can be written better, by the way it is written: "log1pf(x) instead of logf(1 + x)". Nothing
/// where no pattern fits. Of very long lines only the first 400 characters are looked at.
std::optional<std::string> hint_for(analysis::rule rule, std::string_view line);

/// A line with the first pattern that has an exact replacement rewritten: `log1pf(x)` for `logf(1.0f + x)`, `expm1f(x)` for
/// `expf(x) - 1.0f`. Nothing where there is none.
std::optional<std::string> repaired(std::string_view line);

} // namespace fpcheck::session
