#pragma once
#include <fpcheck/base/judgement.hpp>

#include <optional>

namespace fpcheck::exec {

/// The decimal of few digits that was rounded to `x`, where `x` is not that itself: of 0.1f, but not of 0.5f or the digits of pi. Correctly rounded.
std::optional<long double> short_decimal(float x, const judgement& judged);
inline bool is_short_decimal(float x, const judgement& judged) { return short_decimal(x, judged).has_value(); }

} // namespace fpcheck::exec
