#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// cp.async, cp.async.bulk and st.async with what commits and awaits them. A copy is done when it is issued; it is known to be done
/// only to whoever has waited for it.
handler bind_async_copy(const ptx::instruction& i, op& o);
/// cp.reduce.async.bulk and red.async.
handler bind_async_reduction(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
