#pragma once
#include <fpcheck/tolerance/guards.hpp>
#include <fpcheck/tolerance/judge.hpp>
#include <fpcheck/tolerance/sweep.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// A forward expression and the variables whose gradients a backward kernel computes.
struct gradient_problem {
  std::string forward;
  std::vector<std::string> wrt;
  std::string upstream = "dout";  ///< the input that holds the upstream gradient of a tensor-valued forward
  declaration arithmetic;
  tolerance allowed;
};

/// Runs the backward kernel: the inputs by name (upstream gradient included) to the gradients by variable name.
using backward_kernel = std::function<result<std::map<std::string, tensor::array>>(const expr::named_inputs&)>;

/// One case of the sweep.
struct case_report {
  std::string name;
  exit_code code = exit_code::passed;
  std::map<std::string, verdict> verdicts;  ///< by variable
  std::string note;                         ///< why it is not passed, in one line
};

/// What else a gradient check does.
struct gradient_options {
  bool sweep = true;
  bool shrink = true;
  bool twice = true;                        ///< runs the first case twice and with a doubled upstream gradient
  sweep_options inputs;
  judge_options judging;
};

/// The outcome of a gradient check.
struct gradient_check {
  exit_code code = exit_code::passed;
  std::vector<case_report> cases;
  std::vector<std::string> notes;           ///< blind spots of the given inputs, non-determinism, conventions
  std::vector<std::string> findings;
  std::vector<std::string> weakened;        ///< cases of the sweep that had no verdict, and a weaker form that has one
  std::optional<expr::named_inputs> failing;  ///< the first inputs that fail
  std::string failing_name;                   ///< of their case: "as given", "m=13"
  std::optional<expr::named_inputs> smallest; ///< the smallest failing inputs that were found from these
};

/// Checks a backward kernel against the derived gradients, over the sweep. Cases without a bound are counted; they make
/// the check incomplete only if no case has one.
/// Error: the expression does not fit the inputs, or the kernel cannot be run on the inputs as given.
result<gradient_check> check_gradient(const gradient_problem& problem, const expr::named_inputs& inputs, const backward_kernel& kernel, const gradient_options& options = {});

/// The references of all gradients at some inputs.
result<std::map<std::string, reference>> gradient_references(const gradient_problem& problem, const expr::named_inputs& inputs);

/// The report in words.
std::string text(const gradient_check& c);

} // namespace fpcheck::tolerance
