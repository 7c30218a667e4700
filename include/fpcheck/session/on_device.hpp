#pragma once
#include <fpcheck/analysis/largest_error.hpp>
#include <fpcheck/device/run.hpp>
#include <fpcheck/report/device_run.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/settings.hpp>

#include <vector>

namespace fpcheck::session {

/// What a card found of a case, and which blocks the engine is to run.
struct device_findings {
  report::device_run report;
  std::vector<analysis::incomplete_note> incomplete; ///< whatever the engine says of the blocks
  std::vector<analysis::incomplete_note> unjudged;   ///< what a run of all blocks would settle
  std::vector<std::string> notes;
  std::vector<std::uint64_t> blocks;                 ///< worst first
  enum class replay : std::uint8_t { none, blocks, whole } next = replay::blocks;
  std::vector<std::vector<std::byte>> after;         ///< what the kernels left in each buffer that is no input
};

/// Whether a card is asked for that is not there. Error: it is not, and why.
result<void> check_card(const settings& s);

/// Runs the launches on the card of `s`. Error: it cannot; of kernels that have no shadow there, with the line.
result<device_findings> find_on_card(const settings& s, const compiled& code, const exec::run_request& request);

/// What the records of a run say.
device_findings findings_of(const compiled& code, const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, device::outcome&& done, instrument::domain beside);

/// The worst element that the records of a run tell of; infinite where a kernel stored a NaN or infinity of its own.
analysis::largest_error worst_stored(const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, const std::vector<std::vector<instrument::record>>& records);

/// A run of no block at all: what is known without the engine.
result<analysis::checked> unreplayed(const exec::run_request& request);

/// Puts what the card found beside what the engine said of the blocks that it ran, and what the card left into the buffers.
void add_findings(device_findings&& found, report::case_report& r, exec::run_request& request);

} // namespace fpcheck::session
