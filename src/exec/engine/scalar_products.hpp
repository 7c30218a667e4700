#pragma once
// The shadows of matrix products in the domains that compute lane by lane.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

handler blame_product();
handler interval_product();
handler dual_product();
handler mpfr_product();

/// The same of fetches from textures.
handler blame_fetch();
handler interval_fetch();
handler dual_fetch();
handler mpfr_fetch();

} // namespace fpcheck::exec
