#pragma once
#include <fpcheck/expr/commands.hpp>

#include <functional>

namespace fpcheck::tolerance {

/// Whether a check still fails on some inputs.
using still_fails = std::function<bool(const expr::named_inputs&)>;

/// Smaller extents first, then simpler numbers, as long as the check still fails; at most `budget` tries.
expr::named_inputs shrink_inputs(expr::named_inputs in, const still_fails& fails, int budget = 200);

} // namespace fpcheck::tolerance
