#pragma once
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/kernel_session.hpp>
#include <fpcheck/session/settings.hpp>

namespace fpcheck::session {

/// What a case is besides its words.
struct case_source {
  std::string directory; ///< `@path` is relative to it; empty: the working directory
  /// `full`: digests of inputs, errors by source line and by cause, for reports that are kept.
  enum class depth : std::uint8_t { brief, full } looked_at = depth::brief;
  std::uint32_t threads = 0;              ///< of the emulator where the case does not say; 0 for one a core
  const tensor::archive* given = nullptr; ///< tensors in memory: what `@name` means before a file is looked for
  executor execute{};                     ///< empty: the emulator
  case_data* data = nullptr;              ///< where the data go, if anywhere
  /// Whether lines that have an exact replacement are tried with it.
  enum class repairing : std::uint8_t { on, off } repairs = repairing::on;
};

/// Compiles, binds, runs and judges one case. What goes wrong is in the report's errors.
report::case_report run_case(kernel_file& file, const exec::case_text& text, const case_source& source);

/// A command for a POSIX shell that runs the case again, whatever the source's comments say by then; for a case of several launches, one
/// that runs the file's cases of its first kernel.
std::string replay_command(const std::string& file, const exec::case_text& text);

/// `text` as one word of a POSIX shell, on one line.
std::string shell_word(const std::string& text);

/// "softmax <<<4, 128>>>", with a count of the launches after the first.
std::string title_of(const exec::case_text& text);

/// A case that is ready to run.
struct bound_case {
  settings how;
  const compiled* code = nullptr; ///< of the file
  exec::run_request request;
};
/// Reads a case's options, compiles its file and fills its buffers. Error: as in the report of `run_case`.
result<bound_case> bind_case(kernel_file& file, const exec::case_text& text, const case_source& source);

/// Prints what the first block of each launch of the case executes, an instruction a line.
result<void> trace_case(kernel_file& file, const exec::case_text& text, const case_source& source, std::ostream& out);

} // namespace fpcheck::session
