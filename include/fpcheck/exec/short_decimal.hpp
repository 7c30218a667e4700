#pragma once
#include <fpcheck/base/judgement.hpp>

namespace fpcheck::exec {

/// Whether a number of binary32 is written with few digits and is not what is written: 0.1f, but not 0.5f or the digits of pi.
bool is_short_decimal(float x, const judgement& judged);

} // namespace fpcheck::exec
