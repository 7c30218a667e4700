// fpcheck: tide_median <<<2, 32>>> gauge=[[1,2,3,4,5,6,7,8],[5,-9999,1,4,2,8,3,7]] sorted=empty:2x8 valid=empty:2 want=[[1,2,3,4,5,6,7,8],[1,2,3,4,5,7,8,9999]] --ref sorted=want --tol bitwise
// expect: error NaN at line 9
// why: the exchange by fminf and fmaxf gives both lanes the number where the other operand is a NaN: a reading is doubled, and the gap is gone
// figure: computed sorted[1] holds eight numbers, one of them twice; right: seven and one gap (9999)
// Sorts eight gauge readings of a station with a bitonic network in a warp; gaps (-9999, NaN inside) should come last, as 9999.
__device__ float exchange(float mine, int partner, bool keep_small)
{
    float other = __shfl_xor_sync(0xffffffffu, mine, partner);
    return keep_small ? fminf(mine, other) : fmaxf(mine, other);
}

__device__ float bitonic8(float v, int lane)
{
    for (int size = 2; size <= 8; size <<= 1)
        for (int step = size >> 1; step > 0; step >>= 1) {
            bool ascending = (lane & size) == 0 || size == 8;
            bool lower = (lane & step) == 0;
            v = exchange(v, step, lower == ascending);
        }
    return v;
}

__global__ void tide_median(const float *gauge, float *sorted, int *valid)
{
    int lane = threadIdx.x & 31;
    const float *mine = gauge + blockIdx.x * 8;
    float v = mine[lane & 7];
    if (v == -9999.0f)
        v = __int_as_float(0x7fc00000);
    v = bitonic8(v, lane & 7);
    if (v != v)
        v = 9999.0f;
    if (lane < 8)
        sorted[blockIdx.x * 8 + lane] = v;
    unsigned ok = __ballot_sync(0xffffffffu, lane < 8 && v < 9999.0f);
    if (lane == 0)
        valid[blockIdx.x] = __popc(ok);
}
