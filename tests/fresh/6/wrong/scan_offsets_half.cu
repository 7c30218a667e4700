// fpcheck: scan_offsets_half <<<1, 32>>> n=32 len=const(131):32:i32 offset=empty:32:i32 ref=offset=cumsum(len)-len --tol rtol=0,atol=0
// expect: error accumulator too narrow at line 13: offsets above 2048 are not representable in half
// Exclusive scan of run lengths by a warp; the lengths are small, so they are kept in half to share registers with the payload.
#include <cuda_fp16.h>

__global__ void scan_offsets_half(const int* len, int* offset, int n)
{
    int lane = threadIdx.x;
    int mine = lane < n ? len[lane] : 0;
    __half v = __int2half_rn(mine);
    for (int d = 1; d < 32; d <<= 1) {
        __half u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v = __hadd(v, u);
    }
    if (lane < n) offset[lane] = __half2int_rn(v) - mine;
}
