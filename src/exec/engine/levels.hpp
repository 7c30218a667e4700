#pragma once
// The engine's entry points of every instruction set level.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

namespace generic {
handler bind_arithmetic(const ptx::instruction& i, op& o);
} // namespace generic
namespace avx2 {
handler bind_arithmetic(const ptx::instruction& i, op& o);
} // namespace avx2
namespace avx512 {
handler bind_arithmetic(const ptx::instruction& i, op& o);
} // namespace avx512

} // namespace fpcheck::exec
