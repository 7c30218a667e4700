// The sensitivity domains' tables of one instruction set level.
#include "../domains/perturbed_domain.hpp"
#include "../domains/table.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

domain_table perturbed_table() { return make_table<perturbed_domain<double>>("perturbed"); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
