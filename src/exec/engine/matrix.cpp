// Products of matrices of floating point that a warp computes together (mma.sync and wmma) or four warps (wgmma, each of which computes
// its sixteen rows when the product is issued), bit for bit as sm_90's tensor cores.
#include "../group_operands.hpp"
#include "../handlers.hpp"
#include "../races.hpp"
#include "matrix.hpp"
#include "product_bits.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using f = ptx::form;
using m = ptx::modifier;

void mma(warp& w, const op& o) {
  order_warp(w);
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "a matrix product needs all 32 lanes of its warp");
  const fragment_shape shape = shape_of(o);
  line_taints lines;
  add_register_taints(w, o, shape, true, lines);
  add_register_taints(w, o, shape, false, lines);
  add_metadata_taints(w, o, lines);
  write_product(w, o, shape, words_of_registers(w, o, shape), lines, true);
}

void wgmma(warp& w, const op& o) {
  order_warp(w);
  resume_pending(w, o);
  const fragment_shape shape = shape_of(o);
  const group_words g(w, o, shape);
  if (g.begin(w, o)) write_product(w, o, shape, g.words, g.lines, accumulates(w, o));
  if (w.planes == 0) leave_pending(w, o);
}
handler bind_wgmma(const ptx::instruction&, op&) { return &wgmma; }

handler bind_mma(const ptx::instruction& i, op&) { return i.has(m::rz) || i.has(m::rm) || i.has(m::rp) ? nullptr : &mma; }

constexpr binding rows[] = {{f::mma_f16, &bind_mma},      {f::mma_bf16, &bind_mma},      {f::mma_tf32, &bind_mma},      {f::mma_f64, &bind_mma}, {f::mma_fp8, &bind_mma},
                            {f::wmma_mma_f16, &bind_mma}, {f::wmma_mma_bf16, &bind_mma}, {f::wmma_mma_tf32, &bind_mma}, {f::wmma_mma_f64, &bind_mma},
                            {f::mma_sparse_half, &bind_mma}, {f::mma_sparse_tf32, &bind_mma}, {f::mma_sparse_fp8, &bind_mma},
                            {f::wgmma_f16, &bind_wgmma},  {f::wgmma_tf32, &bind_wgmma},  {f::wgmma_fp8, &bind_wgmma},
                            {f::wgmma_sparse_f16, &bind_wgmma}, {f::wgmma_sparse_tf32, &bind_wgmma}, {f::wgmma_sparse_fp8, &bind_wgmma}};

} // namespace

std::span<const binding> matrix_bindings() { return rows; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
