// The blame domain's table of one instruction set level.
#include "../domains/blame_domain.hpp"
#include "../domains/table.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

domain_table blame_table() { return make_table<blame_domain>("blame"); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
