// Sensitivity of kernels that compute in binary64: midpoints in double-double.
#include "../domains/perturbed_domain.hpp"
#include "../domains/table.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

domain_table perturbed_wide_table() { return make_table<perturbed_domain<double_double>>("perturbed"); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
