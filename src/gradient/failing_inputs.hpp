#pragma once
#include <fpcheck/gradient/check.hpp>

#include "gradient_case.hpp"

namespace fpcheck::gradient {

/// Inputs on which a backward kernel is wrong.
struct failing_inputs {
  std::string from;         ///< the case of the sweep they come from
  expr::named_inputs values;
};

/// Saves them as .npy files in the folder that --failing names, and notes how to run them again.
void save_failing(const request& how, const gradient_case& backward, const failing_inputs& failing, report::case_report& report);

} // namespace fpcheck::gradient
