#pragma once
#include <fpcheck/exec/program.hpp>

namespace fpcheck::exec {

/// An instruction set level for which the engine is compiled.
enum class isa_level : std::uint8_t { generic, avx2, avx512 };
/// The best level of this processor, or a lower one named by the environment variable FPCHECK_ISA (generic, avx2, avx512).
isa_level best_level();
const char* name(isa_level level);

/// Binds the bit-exact handler of `i` to `o` for the best level. False if the form is not modelled.
bool bind_handler(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
