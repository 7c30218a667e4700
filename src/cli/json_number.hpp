#pragma once
#include <fpcheck/base/number.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace fpcheck::cli {

/// A number as JSON has it, and what it has no number for (`inf`, `nan`) as text.
inline nlohmann::ordered_json json_number(double x) { return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(number(x)); }

} // namespace fpcheck::cli
