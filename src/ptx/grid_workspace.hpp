#pragma once
#include <fpcheck/ptx/module.hpp>

namespace fpcheck::ptx {

/// Gives a module that reads %envreg1 and %envreg2 what the driver gives a cooperative launch there: the address of eight bytes of global memory,
/// high word and low, whose second word is the barrier of `cooperative_groups::this_grid().sync()`.
void give_grid_workspace(module& m);

} // namespace fpcheck::ptx
