// The double-double domain's table of one instruction set level.
#include "../domains/table.hpp"
#include "../domains/wide_domain.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

domain_table wide_table() { return make_table<wide_domain>("dd"); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
