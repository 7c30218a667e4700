#pragma once
// The engine's entry points of every instruction set level.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

namespace generic {
bool has_arithmetic(ptx::form form);
handler bind_arithmetic(const ptx::instruction& i, op& o);
handler bind_memory(const op& o);
domain_table ball_table();
domain_table perturbed_table();
domain_table perturbed_wide_table();
domain_table wide_table();
// Scalar work: one level serves.
domain_table blame_table();
domain_table interval_table();
domain_table dual_table();
domain_table mpfr_table();
} // namespace generic
namespace avx2 {
handler bind_arithmetic(const ptx::instruction& i, op& o);
handler bind_memory(const op& o);
domain_table ball_table();
domain_table perturbed_table();
domain_table perturbed_wide_table();
domain_table wide_table();
} // namespace avx2
namespace avx512 {
handler bind_arithmetic(const ptx::instruction& i, op& o);
handler bind_memory(const op& o);
domain_table ball_table();
domain_table perturbed_table();
domain_table perturbed_wide_table();
domain_table wide_table();
} // namespace avx512

} // namespace fpcheck::exec
