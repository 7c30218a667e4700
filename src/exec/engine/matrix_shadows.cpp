// The shadows of matrix products in the domains of one instruction set level.
#include "../domains/ball_domain.hpp"
#include "../domains/matrix_product.hpp"
#include "../domains/perturbed_domain.hpp"
#include "../domains/wide_domain.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

handler ball_product() { return &matrix_product<ball_domain>; }
handler perturbed_product() { return &matrix_product<perturbed_domain<double>>; }
handler perturbed_wide_product() { return &matrix_product<perturbed_domain<double_double>>; }
handler wide_product() { return &matrix_product<wide_domain>; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
