#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/expr/syntax.hpp>
#include <fpcheck/ptx/module.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/tensor/array.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::sweep {

/// Codes of arguments: one list an argument.
using code_lists = std::vector<std::vector<std::uint64_t>>;

/// A device function of one or two numbers, wrapped in a kernel that calls it for each element.
struct swept_function {
  std::string name;                    ///< as the user wrote it
  std::vector<tensor::dtype> arguments;
  tensor::dtype result = tensor::dtype::f32;
  std::string kernel;                  ///< the wrapper's mangled name
  std::unique_ptr<session::compiled> code;

  /// "my_exp(f32) -> f32".
  std::string signature() const;
};

/// How the function is to be found.
struct function_choice {
  std::string file, function;
  std::string types; ///< "f32" or "f32,f16" of an overloaded function or a template; empty: as declared
  std::vector<std::string> nvcc_flags;
};

/// Compiles FILE with a wrapper for FUNCTION; a .ptx must hold such a wrapper already.
/// Error: no compiler or what it complained of; a type that cannot be swept.
result<swept_function> wrap_function(const function_choice& choice);

/// Which inputs are visited.
struct input_choice {
  enum class coverage : std::uint8_t { sample, all } wanted = coverage::sample;
  std::uint64_t samples = std::uint64_t{1} << 20;
  std::uint64_t seed = 0;
  std::optional<std::array<double, 2>> domain; ///< of every argument; NaN and infinities are left out then
};

/// The inputs of a sweep, handed out in order of the first argument.
class sweep_inputs {
public:
  /// Error: more inputs than anybody could wait for.
  static result<sweep_inputs> make(const std::vector<tensor::dtype>& types, const input_choice& choice);

  std::uint64_t size() const { return listed_.empty() ? all_ : listed_[0].size(); }
  /// Whether every input is among them.
  bool complete() const { return complete_; }
  /// Arguments number `begin` .. `begin + count`, as codes.
  code_lists codes(std::uint64_t begin, std::uint64_t count) const;

private:
  code_lists listed_;
  std::uint64_t all_ = 0; ///< codes, or pairs of codes, where nothing is listed
  std::vector<tensor::dtype> types_;
  std::optional<std::array<double, 2>> domain_;
  bool complete_ = false;
};

/// What a result should have been and was not, where no distance tells it.
enum class special : std::uint8_t { nan_for_number, number_for_nan, infinity_for_number, number_for_infinity, wrong_infinity, wrong_zero };
inline constexpr std::size_t special_count = 6;
/// What a special is called, and whether it fails a sweep.
struct special_row {
  const char* name;
  bool fails;
};
const special_row& describe(special s);

/// How well errors are known, in ulps: an error that is larger than the tolerance by less passes.
inline constexpr double error_resolution = 0x1p-20;

/// One input with what came out and what should have.
struct sweep_point {
  std::array<std::uint64_t, 2> arguments{}; ///< codes; the second one is 0 of a function of one
  std::uint64_t result = 0;             ///< code
  double exact = 0;                     ///< nearest binary64 number
  double ulps = 0;                      ///< the error, known within `error_resolution`
};

/// What a sweep found.
struct sweep_tally {
  std::uint64_t points = 0, beyond = 0, undecided = 0;
  std::optional<sweep_point> worst, worst_subnormal, undecided_example; ///< largest errors of normal and of subnormal results
  std::array<std::uint64_t, special_count> specials{};
  std::array<std::optional<sweep_point>, special_count> special_examples;
  std::vector<std::uint64_t> histogram; ///< as tensor::difference::histogram
  std::uint64_t reversals = 0;          ///< neighbours where the exact function rises and the result falls, or the reverse
  std::optional<std::array<sweep_point, 2>> reversal; ///< the largest
  double reversal_steps = 0;            ///< of the largest, in ulps

  exit_code verdict() const;
};

/// Judges results by an expression.
class sweep_judge {
public:
  /// Error: a malformed expression, or one with another number of names than the function has arguments.
  static result<sweep_judge> make(const std::string& expression, const swept_function& f, double tolerance_ulps);

  /// The names of the arguments in the expression, in order.
  const std::vector<std::string>& names() const { return names_; }
  /// Judges results for the arguments of one chunk. Error: as evaluating the expression.
  result<void> take(const code_lists& arguments, const std::vector<std::uint64_t>& results);
  /// Adds what another found, which took the chunks after those taken here.
  void add(const sweep_judge& next);
  const sweep_tally& tally() const { return tally_; }

private:
  struct exact_value {
    double value = 0, slack = 0; ///< the exact one is within slack of value
  };
  template <class S>
  result<std::vector<exact_value>> evaluate(const code_lists& arguments) const;
  template <class S>
  result<void> refine(const code_lists& arguments, std::vector<exact_value>& values) const;
  void judge(const sweep_point& p, const exact_value& exact);
  void compare_neighbours(const sweep_point& p, const exact_value& exact);
  void note(special s, const sweep_point& p);
  bool is_known(const exact_value& v) const;
  double beyond_largest() const;

  std::string expression_;
  std::vector<std::string> names_;
  std::vector<tensor::dtype> types_;
  tensor::dtype result_ = tensor::dtype::f32;
  metric::grid grid_;
  double largest_ = 0; ///< the largest finite number of the result's format
  bool has_infinity_ = true;
  double tolerance_ = 1;
  sweep_tally tally_;
  bool is_begun_ = false; ///< whether any input was taken
  std::optional<std::pair<sweep_point, exact_value>> first_, previous_; ///< the first and the last one, if they are numbers that are known
};

/// The function's results for some arguments on the emulated device, as codes, by so many cores; 0: all. Error: it faults (a finding), or something is not
/// modelled.
result<std::vector<std::uint64_t>> results_of(const swept_function& f, const code_lists& arguments, unsigned cores = 0);

/// Where results for some arguments come from, as codes; any thread may call it.
using code_source = std::function<result<std::vector<std::uint64_t>>(const code_lists&)>;
/// A CUDA device, for which the driver compiles the kernel. Error: what the driver complains of. Requires: `f` outlives it.
result<code_source> results_on_device(const swept_function& f);

/// Judges the source's results for the inputs by `reference` on all cores; any number of them finds the same.
/// Error: as `sweep_judge`; the function faults (a finding); something is not modelled (incomplete).
result<sweep_judge> run(const swept_function& f, const sweep_inputs& inputs, const std::string& reference, double tolerance_ulps, const code_source& source);

} // namespace fpcheck::sweep
