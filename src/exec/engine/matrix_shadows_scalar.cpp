// The same in the domains that compute lane by lane: one level serves.
#include "../domains/blame_domain.hpp"
#include "../domains/dual_domain.hpp"
#include "../domains/interval_domain.hpp"
#include "../domains/matrix_product.hpp"
#include "../domains/multiprecision_domain.hpp"
#include "scalar_products.hpp"

namespace fpcheck::exec {

handler blame_product() { return &matrix_product<blame_domain>; }
handler interval_product() { return &matrix_product<interval_domain>; }
handler dual_product() { return &matrix_product<dual_domain>; }
handler mpfr_product() { return &matrix_product<multiprecision_domain>; }

} // namespace fpcheck::exec
