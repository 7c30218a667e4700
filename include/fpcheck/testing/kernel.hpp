#pragma once
#include <fpcheck/session/kernel_session.hpp>
#include <fpcheck/testing/matchers.hpp>
#include <fpcheck/testing/values.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::testing {

/// Where a kernel runs.
enum class target : std::uint8_t {
  emulator, ///< on this machine's CPU, bit for bit, with a certified shadow
  gpu       ///< on the first CUDA device; only references judge there
};

/// Why kernels cannot run there, in one line, or empty: a test skips with it.
std::string unavailable(target where);
/// What FPCHECK_TARGET says, `emulator` or `gpu`; without it the emulator.
target default_target();
/// "emulator", "gpu": for the names of parametrised tests.
std::string_view name(target where);

/// What came of running a kernel.
class execution {
public:
  explicit execution(session::session_outcome outcome) : outcome_(std::move(outcome)) {}
  explicit execution(diagnostic d);

  /// The exit code that the command line would end with.
  exit_code code() const { return outcome_.code; }
  /// The command line's report.
  const std::string& text() const { return outcome_.text; }
  const report::document& document() const { return outcome_.document; }
  /// A buffer as the kernel left it, bit for bit; an empty tensor, which matches nothing, where there is none of the name.
  const tensor::array& operator[](const std::string& buffer) const;
  /// What names stand for in an expression about this run: buffers as they were before, scalars, dimensions.
  inputs before() const { return inputs(outcome_.data.before); }
  /// The only buffer that the kernel wrote, or what is wrong with that.
  result<std::string> only_output() const;

private:
  session::session_outcome outcome_;
  tensor::array none_;
};

/// A kernel, its launch and its arguments: `kernel{"softmax.cu"}.launch("4, 128").arg("inp", x).output("out", f32, {4, 8})
/// .arg("C", 8).execute()`. Each step gives a new value, so that a launch can be kept and used with many arguments; the
/// source is compiled once for all of them.
class kernel {
public:
  /// The kernel called `name` in a .cu or .ptx file; without a name the only one.
  explicit kernel(std::string file, std::string name = {});

  /// The launch: "GRID, BLOCK[, SHARED_BYTES]", as between `<<<` and `>>>`.
  kernel launch(const std::string& configuration) const { return with("<<<" + configuration + ">>>"); }
  kernel launch(exec::dim3 grid, exec::dim3 block, std::uint32_t dynamic_shared = 0) const;
  kernel launch(std::uint32_t grid, std::uint32_t block, std::uint32_t dynamic_shared = 0) const {
    return launch(exec::dim3{grid}, exec::dim3{block}, dynamic_shared);
  }

  /// An argument, by the parameter's name or position: a number, a tensor or vector that is read, or the words of a VALUE
  /// ("randn:4x1024", "null").
  kernel arg(const std::string& parameter, const std::string& words) const { return with(parameter + '=' + words); }
  kernel arg(const std::string& parameter, const char* words) const { return arg(parameter, std::string(words)); }
  kernel arg(const std::string& parameter, double number) const;
  kernel arg(const std::string& parameter, float number) const { return arg(parameter, static_cast<double>(number)); }
  template <class T>
  requires(std::is_integral_v<T>) kernel arg(const std::string& parameter, T number) const {
    return with(parameter + '=' + std::to_string(number));
  }
  template <class T>
  kernel arg(const std::string& parameter, const std::vector<T>& values) const {
    return buffer(parameter, to_tensor(values), "@");
  }
  kernel arg(const std::string& parameter, const tensor::array& values) const { return buffer(parameter, values, "@"); }
  /// A buffer that is read and written.
  kernel inout(const std::string& parameter, const tensor::array& values) const { return buffer(parameter, values, "inout:@"); }
  /// A buffer that the kernel writes, poisoned before.
  kernel output(const std::string& parameter, tensor::dtype type, const tensor::shape& extents) const;

  /// What an output is compared with, and how: `--ref`, `--tol` and any other option of `fpcheck run`.
  kernel reference(const std::string& expression) const { return option("ref", expression); }
  kernel tolerance(const std::string& words) const { return option("tol", words); }
  kernel option(const std::string& name, const std::string& value) const { return with("--" + name).with(value); }

  /// Runs it. What goes wrong is in the execution: it never passes then.
  execution execute(target where = default_target()) const;

private:
  struct opened;
  kernel with(std::string word) const;
  kernel buffer(const std::string& parameter, result<tensor::array> values, const char* prefix) const;

  std::string file_, name_;
  std::vector<std::string> words_;
  tensor::archive tensors_;
  std::vector<diagnostic> errors_;
  std::shared_ptr<opened> opened_;
};

/// Matches executions that passed: nothing found, nothing left unchecked, every reference met.
class findings_matcher {
public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const execution& e, std::ostream* out) const;
  void DescribeTo(std::ostream* out) const { *out << "has no findings"; }
  void DescribeNegationTo(std::ostream* out) const { *out << "has findings"; }
};
inline findings_matcher has_no_findings() {
  return {};
}

/// Shows an execution in GoogleTest's messages.
void PrintTo(const execution& e, std::ostream* out);
/// The output that an expression is about: of an execution its only one.
result<tensor::array> to_tensor(const execution& e);

} // namespace fpcheck::testing
