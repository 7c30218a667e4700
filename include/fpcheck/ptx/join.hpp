#pragma once
// Units that were compiled apart (nvcc -rdc=true), as one text.
#include <span>
#include <string>

namespace fpcheck::ptx {

/// The units one after the other, as a linker would see them: a declaration gives way to the definition of another unit, of several weak
/// definitions the first stays, and names that a unit has for itself are told apart. Lines keep their files.
std::string join(std::span<const std::string> units);

} // namespace fpcheck::ptx
