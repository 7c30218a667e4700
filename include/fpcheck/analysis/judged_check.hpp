#pragma once
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/base/judgement.hpp>

namespace fpcheck::analysis {

/// As check(code, request, how), judged by other numbers than the table's: what shows that each of them is needed.
result<checked> check(const exec::program& code, exec::run_request& request, const options& how, const judgement& judged);

} // namespace fpcheck::analysis
