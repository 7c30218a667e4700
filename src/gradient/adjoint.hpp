#pragma once
#include "forward_case.hpp"

namespace fpcheck::gradient {

/// A backward kernel and the forward kernel that it is to be the transpose of.
struct adjoint_check {
  const request& how;
  const gradient_case& backward;
  const session::settings& wanted;
  tolerance::sweep_options sweep; ///< which other inputs are tried
  report::case_report& report;
};

/// Checks <u, J v> = <J^T u, v> for random v with J v from the dual shadow of the compiled forward kernel and J^T u from the
/// backward kernel's own shadow, and that the forward kernel's Taylor remainder is of second order. What fails is located by
/// tile, row and column. Findings and notes go into the report.
/// Error: one of the kernels cannot be launched.
result<void> check_adjoint(const adjoint_check& c);

} // namespace fpcheck::gradient
