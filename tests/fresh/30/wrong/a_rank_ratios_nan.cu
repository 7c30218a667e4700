// fpcheck: rank_ratios <<<1, 32>>> num=[4.665,2.556,5.496,0.0,8.816,3.877,1.082,6.888,7.315,4.527,6.24,0.0,3.825,5.815,8.027,6.254,2.056,4.304,7.766,6.097,0.0,6.422,7.287,5.728,5.061,3.167,5.27,8.825,7.103,4.354,4.081,7.437] den=[2.446,1.757,0.857,0.0,1.623,2.369,2.906,0.564,3.628,1.457,1.65,0.0,2.039,3.593,1.037,0.818,3.623,2.093,3.46,3.404,0.0,2.955,1.689,2.546,3.623,0.948,3.238,1.622,3.061,1.58,3.835,1.925] sorted=empty:32
// expect: error NaN hidden at line 9
// why: 0/0 of empty cells is NaN, and fminf/fmaxf of a compare-exchange both return the other operand: ratios are doubled and the NaN vanish
// figure: computed: no NaN left among 32 values, three ratios twice; MPFR: 0/0 undefined, 29 ratios and 3 without value
// Sorted signal-to-background ratios of 32 cells, by a bitonic network in one warp.
__device__ __forceinline__ float exchange(float v, int stride, bool keep_low)
{
    const float other = __shfl_xor_sync(0xffffffffu, v, stride);
    return keep_low ? fminf(v, other) : fmaxf(v, other);
}

__global__ void rank_ratios(const float *num, const float *den, float *sorted)
{
    const int lane = threadIdx.x;
    float v = num[lane] / den[lane];
    for (int size = 2; size <= 32; size <<= 1) {
        const bool up = (lane & size) == 0;
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            const bool low_lane = (lane & stride) == 0;
            v = exchange(v, stride, low_lane == up);
        }
    }
    sorted[lane] = v;
}
