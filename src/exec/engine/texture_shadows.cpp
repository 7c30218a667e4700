// The shadows of fetches from textures in the domains of one instruction set level.
#include "../domains/ball_domain.hpp"
#include "../domains/perturbed_domain.hpp"
#include "../domains/texture_fetch.hpp"
#include "../domains/wide_domain.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

handler ball_fetch() { return &texture_fetch<ball_domain>; }
handler perturbed_fetch() { return &texture_fetch<perturbed_domain<double>>; }
handler perturbed_wide_fetch() { return &texture_fetch<perturbed_domain<double_double>>; }
handler wide_fetch() { return &texture_fetch<wide_domain>; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
