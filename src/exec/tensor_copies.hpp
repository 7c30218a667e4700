#pragma once
// Copies of boxes of tensors between global and shared memory, as tensor maps describe them. Places of op::list: shared memory, the map, the
// mbarrier where there is one; behind these the coordinates, innermost first. op::vector is their number, op::c a mask of CTAs, op::results[0] room for
// numbers that pass through.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor, tiled. A copy is done when it is issued, and known to be done only to whoever has waited for it.
handler bind_tensor_copy(const ptx::instruction& i, op& o);
/// tensormap.replace and tensormap.cp_fenceproxy: the map or its new place is place 0; what is copied place 1; the value op::a, op::displacement the ordinal.
handler bind_map_edit(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
