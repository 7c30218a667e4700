#pragma once
#include <fpcheck/exec/run.hpp>

#include <functional>
#include <string>

namespace fpcheck::exec {

/// Runs the first CTA of each launch and tells every instruction that its warps execute, one line each: warp, mask of the
/// executing lanes, PTX line, opcode, and the result in the first of these lanes. Branches are not told, nor what comes
/// behind `most` lines.
/// Error: as of run().
result<void> trace(const program& code, const run_request& request, std::size_t most, const std::function<void(const std::string&)>& line);

} // namespace fpcheck::exec
