// The same in the domains that compute lane by lane: one level serves.
#include "../domains/blame_domain.hpp"
#include "../domains/dual_domain.hpp"
#include "../domains/interval_domain.hpp"
#include "../domains/multiprecision_domain.hpp"
#include "../domains/texture_fetch.hpp"
#include "scalar_products.hpp"

namespace fpcheck::exec {

handler blame_fetch() { return &texture_fetch<blame_domain>; }
handler interval_fetch() { return &texture_fetch<interval_domain>; }
handler dual_fetch() { return &texture_fetch<dual_domain>; }
handler mpfr_fetch() { return &texture_fetch<multiprecision_domain>; }

} // namespace fpcheck::exec
