#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// mma.sync on integers: s8 and u8, s4 and u4, and single bits. Operands: `list` holds the words of A, B and C one behind the
/// other, `results` those of D.
handler bind_integer_mma(const ptx::instruction& i, op& o);

/// mma.sp on s8, u8, s4 and u4: the register of the metadata is op::e, its selector op::displacement, op::vector the inner extent.
handler bind_sparse_integer_mma(const ptx::instruction& i, op& o);
/// wgmma on s8 and u8: operands as group_operands.hpp says.
handler bind_integer_wgmma(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
