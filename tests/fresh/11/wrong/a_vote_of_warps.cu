// fpcheck: converged <<<1, 128>>> residual=[1e-3,2e-3,5e-4,1e-4] done=empty:1 tolerance=0.01
// expect: error uninitialised at line 14
// why: the block has four warps, so four flags are written, but the vote of warp 0 reads all 32: the other 28 flags are uninitialised shared memory
// figure: done: computed undefined (flags 4 to 31 unwritten), MPFR 1
// Whether all parts of a relaxation have converged: one residual a warp, then a vote of the flags.
__global__ void converged(const float *residual, int *done, float tolerance)
{
    __shared__ int flag[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        flag[warp] = residual[warp] < tolerance;
    __syncthreads();
    if (warp == 0) {
        int all = __all_sync(0xffffffffu, flag[lane]);
        if (lane == 0)
            done[0] = all;
    }
}
