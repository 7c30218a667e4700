#pragma once
#include <fpcheck/device/layout.hpp>
#include <fpcheck/exec/program.hpp>

#include <memory>
#include <string>
#include <vector>

namespace fpcheck::device {

/// What a card does with a request.
struct plan {
  std::uint32_t device = 0;
  instrument::domain domain = instrument::domain::ball;
  std::uint32_t repeats = 0; ///< further runs of each launch that are timed
  double seconds = 300;      ///< after which a launch is given up
  bool keeps_shadow = false; ///< the arena's shadow is read back
};

/// Rewrites the kernel of each launch. Error: one cannot be rewritten at all, or not run so.
result<std::vector<instrument::rewritten>> rewrite_all(const exec::program& p, const exec::run_request& request, instrument::domain what, instrument::depth looks_for = instrument::depth::effects);

/// Bytes of the card's memory that a run takes: the arena, its shadow and the records.
std::uint64_t memory_needed(const arena_layout& where, const std::vector<instrument::rewritten>& kernels);

/// What one launch came to.
struct launch_outcome {
  std::vector<instrument::record> records; ///< of the kernel's sites, in order
  double bare_seconds = 0, seconds = 0;    ///< the shortest run of the kernel as it is, and with shadows
  int bare_registers = 0, registers = 0, spilled = 0; ///< of a thread; bytes of local memory with shadows beyond those of the kernel as it is
};

/// A byte of a buffer that differs between the kernels as they are and with shadows.
struct difference {
  std::size_t buffer = 0;
  std::uint64_t byte = 0, count = 0; ///< the first, and of how many bytes
  bool unsteady = false;             ///< the kernels as they are differ from run to run
};

/// What a card did.
struct outcome {
  std::string card;
  std::uint64_t bytes = 0; ///< of its memory
  std::vector<launch_outcome> launches;
  std::vector<std::vector<std::byte>> after; ///< what the kernels with shadows left in each buffer that is no input
  std::optional<difference> other_bits;
  std::vector<std::byte> shadow; ///< of the arena (rewrite.hpp), where the plan keeps it
};

/// Why there is no card to run on, or empty.
std::string problem(std::uint32_t device);

/// Runs the launches of `request` on a card as they are, `ptx` being compiled by its driver, then rewritten, and compares what they leave.
/// Outputs are filled with 0xff before. `request` stays as it is. Error: no card or too little memory on it; the driver refuses; a
/// kernel stops, which is a finding where it does so without shadows.
result<outcome> run(const std::string& ptx, const ptx::module& m, const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, const plan& how);

/// The same launches on a card again and again, with other data in the buffers, with shadows alone: the kernels are compiled once.
class repeated_run {
public:
  /// Error: as of `run`. Requires: what it is given, but for the kernels, outlives it.
  static result<repeated_run> open(const std::string& ptx, const ptx::module& m, const exec::run_request& request, std::vector<instrument::rewritten> kernels, const plan& how);
  repeated_run(repeated_run&&) noexcept;
  ~repeated_run();

  const std::vector<instrument::rewritten>& kernels() const;
  /// The records of each launch. Requires: `request` is the first but for what is in its buffers. Error: a kernel stops.
  result<std::vector<std::vector<instrument::record>>> run(const exec::run_request& request);

private:
  struct state;
  explicit repeated_run(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

} // namespace fpcheck::device
