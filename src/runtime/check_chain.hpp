#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/base/diagnostic.hpp>

#include "buffer_types.hpp"
#include "chain.hpp"

#include <vector>

namespace fpcheck::runtime {

/// What a chain, or a part of one, came to.
struct checked_chain {
  std::size_t first = 0;                ///< of the chain's launches; how many, and what follows them, is in the request
  exec::run_request request;            ///< what was run: buffers as they were before
  std::vector<std::uint64_t> addresses; ///< of the buffers in that run
  analysis::run_result result;
};

/// Runs the launches of `c` once more, from what its buffers held, with shadows that go from launch to launch, and judges what they left.
/// A chain of which something cannot be decided is checked in two halves, and so on: what comes into a part is then taken as exact.
/// `seconds` bounds the runs of each check together. With `blocks` other than 0 so many blocks of a launch are looked at, where none waits for another one. Error: launches that cannot be made.
result<std::vector<checked_chain>> check(const chain& c, program_sources& sources, double seconds, std::uint32_t blocks);

} // namespace fpcheck::runtime
