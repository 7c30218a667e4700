#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/settings.hpp>

#include <functional>
#include <string>

namespace fpcheck::session {

/// The buffers of a case with what another seed generates.
using binder_of_seeds = std::function<result<exec::run_request>(std::uint64_t seed)>;

/// Looks for inputs that make the largest error of the outputs larger, `--search N`: of N inputs the first quarter are those of as many seeds, the
/// others change the worst so far. Numbers that were generated are changed, and stay between the least and the largest that were.
/// `request` gets the worst. What came of it, as a note of the report.
/// Error: nothing was generated at random; the kernel cannot be run; on a card: it has none, or no shadow for it.
result<std::string> search_inputs(const settings& s, const compiled& code, exec::run_request& request, const binder_of_seeds& bind);

} // namespace fpcheck::session
