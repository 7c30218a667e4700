#pragma once
#include <fpcheck/ptx/module.hpp>

namespace fpcheck::ptx {

/// `m` with direct calls replaced by the bodies of the functions they call, so that what an analysis of one function wants to
/// know does not end at every `fmaf` and `operator*` of debug code. The source positions of a body gain the call as a frame of
/// their `inlined_at`. An argument's and a result's .param variable of the caller stands for the callee's; its .local
/// variables become the caller's and start undefined at each turn, by a `discard` of them. Left as calls: recursive ones,
/// guarded ones, those whose arguments do not fit, bodies with alloca, and what would make a function too large. Before that, a
/// parameter whose address is taken moves to local memory, and the driver's workspace of a cooperative launch gets a place.
module inline_calls(module m);

} // namespace fpcheck::ptx
