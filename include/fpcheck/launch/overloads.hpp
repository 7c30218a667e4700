#pragma once
// Kernels of one name.
#include <fpcheck/launch/signature.hpp>

namespace fpcheck::launch {

/// The source's kernel that a compiled one is: of its unqualified name, with as many parameters (`count`), and of several such that whose types
/// agree best with those in the mangled name. None where no kernel has that name; one with another number of parameters where none has this.
const kernel_signature* signature_of(const demangled_kernel& name, std::size_t count, const source_signatures& signatures);

} // namespace fpcheck::launch
