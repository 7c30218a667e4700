// fpcheck: compact <<<1, 32>>> x=uniform(-1,1):50 kept=inout:zeros:64 count=empty:1 n=50
// expect: error mask names absent lanes at line 17
// why: in the last round only 18 lanes are in the loop, but the ballot names all 32; the others wait in the shuffle behind it
// figure: computed undefined (a member of the mask never arrives), MPFR the positive elements in order
// Keeps the positive amplitudes of a trace, in order. One warp.
__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__global__ void compact(const float *x, float *kept, int *count, int n)
{
    int written = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        const float v = x[i];
        const bool keep = v > 0.0f;
        const unsigned votes = __ballot_sync(0xffffffffu, keep);
        if (keep)
            kept[written + __popc(votes & lanes_below())] = v;
        written += __popc(votes);
    }
    // lane 0 was in every round
    written = __shfl_sync(0xffffffffu, written, 0);
    if (threadIdx.x == 31)
        *count = written;
}
