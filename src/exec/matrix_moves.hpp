#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// ldmatrix, stmatrix and movmatrix: 8x8 matrices of 16-bit elements between shared memory and a warp's registers. Lane 4 r + t holds
/// elements 2 t and 2 t + 1 of row r; lane r of each eight holds the address of row r.
handler bind_tile_move(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec
