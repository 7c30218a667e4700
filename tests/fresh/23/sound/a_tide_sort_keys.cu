// fpcheck: tide_sort <<<2, 32>>> gauge=[[1,2,3,4,5,6,7,8],[5,-9999,1,4,2,8,3,7]] sorted=empty:2x8 valid=empty:2 want=[[1,2,3,4,5,6,7,8],[1,2,3,4,5,7,8,9999]] --ref sorted=want --tol bitwise
// expect: ok
// why: a sorting network with gaps that are NaN inside: the exchange compares integer keys, of which a NaN has the largest, so that nothing is doubled
// figure: sorted[1] = 1 2 3 4 5 7 8 9999, exact
// Sorts eight gauge readings of a station with a bitonic network in a warp; gaps (-9999) come last, as 9999.
__device__ unsigned key_of(float x)
{
    if (x != x)
        return 0xffffffffu;
    unsigned b = __float_as_uint(x);
    return b >> 31 ? ~b : b | 0x80000000u;
}

__device__ float value_of(unsigned k)
{
    if (k == 0xffffffffu)
        return 9999.0f;
    return __uint_as_float(k >> 31 ? k ^ 0x80000000u : ~k);
}

__device__ unsigned exchange(unsigned mine, int partner, bool keep_small)
{
    unsigned other = __shfl_xor_sync(0xffffffffu, mine, partner);
    return keep_small ? min(mine, other) : max(mine, other);
}

__global__ void tide_sort(const float *gauge, float *sorted, int *valid)
{
    int lane = threadIdx.x & 31;
    int seat = lane & 7;
    float v = gauge[blockIdx.x * 8 + seat];
    if (v == -9999.0f)
        v = __int_as_float(0x7fc00000);
    unsigned k = key_of(v);
    for (int size = 2; size <= 8; size <<= 1)
        for (int step = size >> 1; step > 0; step >>= 1) {
            bool ascending = size == 8 || (seat & size) == 0;
            k = exchange(k, step, ((seat & step) == 0) == ascending);
        }
    unsigned ok = __ballot_sync(0xffffffffu, lane < 8 && k != 0xffffffffu);
    if (lane < 8)
        sorted[blockIdx.x * 8 + lane] = value_of(k);
    if (lane == 0)
        valid[blockIdx.x] = __popc(ok);
}
