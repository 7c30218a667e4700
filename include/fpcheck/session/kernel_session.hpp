#pragma once
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/file.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fpcheck::session {

/// What executes the launches of a request on PTX, and leaves in its buffers what the kernels did.
using executor = std::function<result<analysis::checked>(const std::string& ptx, exec::run_request& request)>;

/// The data of a case that ran.
struct case_data {
  expr::named_inputs before; ///< what names mean in a reference
  tensor::archive after;     ///< every buffer as the kernels left it
  std::vector<std::string> pointed; ///< for each parameter of the last launch, the buffer that it points to the begin of, or empty
};

/// What `fpcheck run` would say, and the data it would have to be told to save.
struct session_outcome {
  report::document document;
  exit_code code = exit_code::passed;
  std::string text; ///< the report
  case_data data;   ///< of the last case
};

/// A kernel file in memory: cases with tensors of the caller's run on it again and again, and it is compiled once for each
/// set of flags.
class kernel_session {
public:
  /// Opens `file`, FILE of `fpcheck run`; `source` is the .cu of a .ptx, or empty. Error: as `fpcheck run`.
  static result<kernel_session> open(const std::string& file, const std::string& source = {});
  kernel_session(kernel_session&&) noexcept;
  kernel_session& operator=(kernel_session&&) noexcept;
  ~kernel_session();

  /// Runs what `words` ask for, those that follow FILE:KERNEL in `fpcheck run` (no `kernel`: the only one, or every case):
  /// `<<<...>>>`, NAME=VALUE and options. `NAME=@name` and `--ref @name` mean tensors of `given` before files.
  /// What goes wrong is in the outcome's document and code. Error: there is no case to run.
  result<session_outcome> run(const std::string& kernel, const std::vector<std::string>& words, const tensor::archive& given = {},
                              const executor& execute = {});

private:
  struct state;
  explicit kernel_session(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

} // namespace fpcheck::session
