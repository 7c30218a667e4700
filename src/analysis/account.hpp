#pragma once
// What the blame domain tells of one element.
#include <fpcheck/exec/element_shadow.hpp>

#include <cstdint>
#include <optional>

namespace fpcheck::analysis {

using exec::newborn;
using account = exec::error_account;

/// The account of element `index` of buffer `buffer`, for the bits that integer code may have scaled since. Nothing where they mean
/// exactly themselves.
std::optional<account> account_of(const exec::run_request& request, const exec::run_record& blamed, std::uint32_t buffer, std::uint64_t index);

} // namespace fpcheck::analysis
