// fpcheck: sort_logs <<<1, 32>>> x=@b_sort_x.npy sorted=empty:32 ref=sorted=@b_sort_y.npy --tol rtol=1e-5,atol=1e-6
// expect: error nan at line 9
// why: the log of a negative element is NaN; fminf and fmaxf both return the other operand, so the NaN vanishes and its neighbour is there twice
// figure: computed 1.47614943, MPFR NaN (sorted[31]; 30 other elements are shifted)
// Bitonic sort of 32 log-values in a warp, for the order statistics of a spectrum.
__device__ float exchange(float mine, int partner_distance, bool keep_small)
{
    float other = __shfl_xor_sync(0xffffffffu, mine, partner_distance);
    return keep_small ? fminf(mine, other) : fmaxf(mine, other);
}

__global__ void sort_logs(const float *x, float *sorted)
{
    int lane = threadIdx.x;
    float key = logf(x[lane]);
    for (int size = 2; size <= 32; size <<= 1) {
        bool ascending = (lane & size) == 0;
        for (int distance = size >> 1; distance > 0; distance >>= 1) {
            bool lower = (lane & distance) == 0;
            key = exchange(key, distance, lower == ascending);
        }
    }
    sorted[lane] = key;
}
