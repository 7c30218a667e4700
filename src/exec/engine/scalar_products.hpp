#pragma once
// The shadows of matrix products in the domains that compute lane by lane.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

handler blame_product();
handler interval_product();
handler dual_product();
handler mpfr_product();

} // namespace fpcheck::exec
