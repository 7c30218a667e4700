#pragma once
#include <fpcheck/exec/run.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// The derivative of one output along the directions of a run, with what it is the derivative of.
/// Element i: the exact value of the program's operations lies within `value_radius[i]` of `value[i]`, and its derivative
/// along the path taken within `radius[i]` of `derivative[i]`. An infinite radius: nothing is known.
struct output_derivative {
  std::uint32_t buffer = 0; ///< index into run_request::buffers
  std::vector<double> computed, value, value_radius, derivative, radius;
};

/// J v of the launches of a request.
struct derivative_run {
  std::vector<output_derivative> outputs; ///< of every output and inout buffer of a real type
  std::vector<std::string> incomplete;    ///< why the run could not be completed; the outputs then say nothing
};

/// Runs the launches with the dual shadow along `directions`.
/// Error: a launch that cannot be made, or a direction that does not fit its buffer.
result<derivative_run> differentiate(const exec::program& code, const exec::run_request& request, const std::vector<exec::direction>& directions,
                                     std::atomic<bool>* interrupt = nullptr);

/// How an output moves with its inputs: in each of eight copies the inputs move by up to 1.5 half ulps of the arithmetic that
/// consumes them, and approximate instructions by their stated error.
struct output_deviation {
  std::uint32_t buffer = 0;
  std::vector<std::vector<double>> copies; ///< of each copy: the deviation of every element
};

/// Runs the launches with the perturbed shadow.
/// Error: a launch that cannot be made, or a run that cannot be completed.
result<std::vector<output_deviation>> deviations(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt = nullptr);

} // namespace fpcheck::analysis
