// The ball domain's table of one instruction set level.
#include "../domains/ball_domain.hpp"
#include "../domains/table.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

domain_table ball_table() { return make_table<ball_domain>("ball"); }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
