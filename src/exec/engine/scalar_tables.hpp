#pragma once
// Domains that compute lane by lane: compiled once, whatever the instruction set levels are.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

domain_table blame_table();
domain_table interval_table();
domain_table dual_table();
domain_table mpfr_table();

} // namespace fpcheck::exec
