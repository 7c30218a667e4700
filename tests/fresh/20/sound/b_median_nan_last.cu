// fpcheck: lower_median <<<1, 32>>> count=[127.0,189.0,288.0,-1.0,402.0,454.0,239.0,341.0,-1.0,-1.0,405.0,427.0,833.0,141.0,853.0,691.0,831.0,533.0,193.0,694.0,888.0,-1.0,580.0,302.0,843.0,215.0,104.0,536.0,13.0,172.0,-1.0,315.0] middle=empty:1 valid=empty:1 want=[20.049937655763422] ref=middle=want --tol rtol=1e-6,atol=0
// expect: ok
// why: sqrtf makes NaN of missing counts, but they are replaced by the largest integer key before a bitonic sort on integers, so none is compared as a float
// figure: computed middle[0] = 20.049938, MPFR 20.0499377: error below an ulp against 1e-6
// Lower median of square-rooted counts of a warp's 32 cells; missing counts are -1 and sort to the end.
__device__ unsigned key_of(float v)
{
    return v == v ? __float_as_uint(v) : 0xffffffffu; // roots are not negative: their bits are in order
}

__device__ unsigned sort_lane(unsigned k, int lane)
{
    for (int size = 2; size <= 32; size <<= 1)
        for (int d = size / 2; d > 0; d >>= 1) {
            unsigned other = __shfl_xor_sync(0xffffffffu, k, d);
            bool up = (lane & size) == 0;
            bool first = (lane & d) == 0;
            k = up == first ? min(k, other) : max(k, other);
        }
    return k;
}

__global__ void lower_median(const float *count, float *middle, int *valid)
{
    int lane = threadIdx.x;
    float r = sqrtf(count[lane]);
    int have = __popc(__ballot_sync(0xffffffffu, r == r));
    unsigned k = sort_lane(key_of(r), lane);
    unsigned m = __shfl_sync(0xffffffffu, k, (have - 1) / 2);
    if (lane == 0) {
        middle[0] = __uint_as_float(m);
        valid[0] = have;
    }
}
