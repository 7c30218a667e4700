// Stands in for the instruction set levels and domains that the fuzzer leaves out, to keep its build short.
#include "../../src/exec/engine/levels.hpp"

namespace fpcheck::exec {

namespace generic {
domain_table perturbed_table() { return ball_table(); }
domain_table perturbed_wide_table() { return ball_table(); }
domain_table wide_table() { return ball_table(); }
domain_table interval_table() { return ball_table(); }
} // namespace generic
namespace avx2 {
handler bind_arithmetic(const ptx::instruction& i, op& o) { return generic::bind_arithmetic(i, o); }
domain_table ball_table() { return generic::ball_table(); }
domain_table perturbed_table() { return generic::ball_table(); }
domain_table perturbed_wide_table() { return generic::ball_table(); }
domain_table wide_table() { return generic::ball_table(); }
} // namespace avx2
namespace avx512 {
handler bind_arithmetic(const ptx::instruction& i, op& o) { return generic::bind_arithmetic(i, o); }
domain_table ball_table() { return generic::ball_table(); }
domain_table perturbed_table() { return generic::ball_table(); }
domain_table perturbed_wide_table() { return generic::ball_table(); }
domain_table wide_table() { return generic::ball_table(); }
} // namespace avx512

} // namespace fpcheck::exec
