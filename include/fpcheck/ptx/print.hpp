#pragma once
#include <fpcheck/ptx/module.hpp>

#include <string>

namespace fpcheck::ptx {

/// The module as canonical PTX, one instruction a line, with source positions in comments: what `--dump=module` shows.
/// Names that shadow others get a suffix. Reading the text again gives the same instructions.
std::string print(const module& m);

/// One instruction of `f`, as in the module's text: "@%p1 bra $L1;".
std::string print(const module& m, const function& f, const instruction& i);

} // namespace fpcheck::ptx
