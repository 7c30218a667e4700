#pragma once
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// Elements that a kernel left as they were: their bits are still `poison`.
std::uint64_t count_unwritten(const tensor::array& output, std::uint64_t poison);

/// Elements whose bits differ between two runs with the same inputs.
std::uint64_t count_differing(const tensor::array& first, const tensor::array& second);

/// Elements that do not double when the upstream gradient doubles; a gradient is linear in it, and doubling is exact
/// away from the ends of the range. More than rounding differences count, so that atomics may change the order.
std::uint64_t count_not_doubled(const tensor::array& at_once, const tensor::array& at_twice);

/// What makes a test point blind: symmetric square matrices, a weight of ones, a bias of zeros, a constant upstream
/// gradient, tables with repeating rows or equal halves, ids without duplicates, an extent equal to a literal of the code.
/// Each is one line; none means that the point is generic.
std::vector<std::string> degeneracies(const expr::named_inputs& in, const std::vector<std::int64_t>& literals = {});

/// Named outputs against named references: every element of every tensor is compared with one of its own.
/// Error: a name without a partner on either side, other extents, another type than `declared`, or an actual tensor that
/// is the very object the reference was made from.
result<std::map<std::string, verdict>> judge_all(const std::map<std::string, tensor::array>& actual, const std::map<std::string, reference>& expected,
                                                 const tolerance& allowed, const judge_options& options = {},
                                                 const std::map<std::string, tensor::dtype>& declared = {});

} // namespace fpcheck::tolerance
