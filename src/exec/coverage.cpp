#include <fpcheck/exec/coverage.hpp>

#include <algorithm>
#include <iterator>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

struct absence_row {
  f form;
  absence why;
};
// Source: PTX ISA, target notes of each instruction.
constexpr absence_row rows[] = {
#define FPCHECK_LATER(name) {f::name, absence::later_devices},
    FPCHECK_LATER(add_f32x2) FPCHECK_LATER(add_mixed) FPCHECK_LATER(sub_f32x2) FPCHECK_LATER(sub_mixed) FPCHECK_LATER(mul_f32x2) FPCHECK_LATER(fma_f32x2) FPCHECK_LATER(fma_mixed)
    FPCHECK_LATER(min3_f32) FPCHECK_LATER(max3_f32) FPCHECK_LATER(cvt_pair_stochastic) FPCHECK_LATER(cvt_bf16_pair_from_fp8) FPCHECK_LATER(cvt_fp8_quad_stochastic)
    FPCHECK_LATER(cvt_fp6_quad_stochastic) FPCHECK_LATER(cvt_fp4_quad_stochastic) FPCHECK_LATER(cvt_s2f6_pair) FPCHECK_LATER(cvt_s2f6_from_bf16_pair) FPCHECK_LATER(cvt_bf16_pair_from_s2f6)
    FPCHECK_LATER(st_async_release) FPCHECK_LATER(st_bulk) FPCHECK_LATER(red_async_release) FPCHECK_LATER(multimem_cp_async_bulk) FPCHECK_LATER(multimem_cp_reduce_async_bulk) FPCHECK_LATER(redux_f32)
    FPCHECK_LATER(clusterlaunchcontrol_try_cancel) FPCHECK_LATER(clusterlaunchcontrol_is_canceled) FPCHECK_LATER(clusterlaunchcontrol_first_ctaid_vector)
    FPCHECK_LATER(clusterlaunchcontrol_first_ctaid) FPCHECK_LATER(mma_f8f6f4) FPCHECK_LATER(mma_block_scale) FPCHECK_LATER(mma_sparse_block_scale) FPCHECK_LATER(ldmatrix_narrow)
    FPCHECK_LATER(tcgen05_alloc) FPCHECK_LATER(tcgen05_dealloc) FPCHECK_LATER(tcgen05_relinquish_alloc_permit) FPCHECK_LATER(tcgen05_ld) FPCHECK_LATER(tcgen05_ld_split) FPCHECK_LATER(tcgen05_ld_red)
    FPCHECK_LATER(tcgen05_st) FPCHECK_LATER(tcgen05_st_split) FPCHECK_LATER(tcgen05_wait) FPCHECK_LATER(tcgen05_fence) FPCHECK_LATER(tcgen05_commit) FPCHECK_LATER(tcgen05_cp) FPCHECK_LATER(tcgen05_shift)
    FPCHECK_LATER(tcgen05_mma) FPCHECK_LATER(tcgen05_mma_block_scale) FPCHECK_LATER(tcgen05_mma_sp) FPCHECK_LATER(tcgen05_mma_sp_block_scale) FPCHECK_LATER(tcgen05_mma_ws) FPCHECK_LATER(tcgen05_mma_ws_sp)
#undef FPCHECK_LATER
    {f::multimem_ld_reduce_int, absence::several_devices}, {f::multimem_ld_reduce_float, absence::several_devices}, {f::multimem_st, absence::several_devices},
    {f::multimem_red_int, absence::several_devices}, {f::multimem_red_float, absence::several_devices},
    {f::istypep, absence::textures}, {f::txq_level, absence::textures},
    {f::sust_p, absence::textures}, {f::sured_b, absence::textures}, {f::sured_p, absence::textures},
};

} // namespace

absence absence_of(ptx::form form) {
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const absence_row& r) { return r.form == form; });
  return row != std::end(rows) ? row->why : absence::none;
}

std::string_view text(absence why) {
  switch (why) {
  case absence::none: return {};
  case absence::later_devices: return "needs sm_100 or later";
  case absence::several_devices: return "of memory that several devices share";
  case absence::textures: return "levels, types and reductions of textures and surfaces are not modelled";
  }
  return {};
}

} // namespace fpcheck::exec
