#pragma once
// Numbers that integer code puts in order by their bits.
#include "outputs.hpp"

#include <fpcheck/analysis/finding.hpp>

#include <functional>
#include <optional>

namespace fpcheck::analysis {

/// How the launch is made again: to tell the bits of numbers from other integers, and with numbers ordered at an instruction.
struct bit_order_replays {
  std::function<result<exec::run_record>()> following;
  std::function<result<exec::run_record>(std::uint32_t)> ordering;
};

/// An instruction that puts numbers in the wrong order, of those that `first` met, where an output shows it.
/// Error: as of the replays.
result<std::optional<finding>> judge_bit_orders(const exec::program& code, const exec::run_request& request, const exec::run_record& first, std::uint64_t most_tried,
                                                const bit_order_replays& replays);

} // namespace fpcheck::analysis
