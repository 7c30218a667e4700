#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset, vmad: on parts of registers, with what is done with the third operand.
handler bind_scalar_video(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
