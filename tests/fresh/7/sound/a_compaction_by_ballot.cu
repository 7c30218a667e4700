// fpcheck: compact<<<1, 64>>> x=[3.0,-1.0,4.0,-1.0,5.0,-9.0,2.0,-6.0,5.0,3.0,-5.0,8.0,9.0,-7.0,9.0,3.0,2.0,-3.0,8.0,4.0,6.0,-2.0,6.0,4.0,3.0,-3.0,8.0,3.0,2.0,7.0,9.0,-5.0,0.5,-2.0,8.0,8.0] kept=inout:zeros:36 count=empty:1:i32 n=36
// expect: ok
// why: the register of lanes past n is only tested after i < n, warp totals in shared memory are read after a barrier, and no two lanes have one place
// figure: computed count = 25, MPFR 25 (integers, error 0)
// Keeps the positive readings in their order: ballot and popcount in a warp, offsets of two warps by shared memory.
__global__ void compact(const float *x, float *kept, int *count, int n)
{
    __shared__ int of_warp[2];
    int i = threadIdx.x;
    int lane = i & 31, warp = i >> 5;
    float v;
    bool keep = false;
    if (i < n) {
        v = x[i];
        keep = v > 0.0f;
    }
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0)
        of_warp[warp] = __popc(votes);
    __syncthreads();
    int before = warp == 0 ? 0 : of_warp[0];
    if (keep)
        kept[before + __popc(votes & ((1u << lane) - 1u))] = v;
    if (i == 0)
        *count = of_warp[0] + of_warp[1];
}
