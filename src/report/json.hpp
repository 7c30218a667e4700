#pragma once
#include <fpcheck/report/document.hpp>

#include <nlohmann/json.hpp>

namespace fpcheck::report {

/// The document as the JSON that all machine-readable reports are written from.
nlohmann::ordered_json to_json(const document& d);

} // namespace fpcheck::report
