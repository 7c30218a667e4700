// fpcheck: grain_orientation <<<1, 32>>> score=[0.5,0.90002,0.3,0.90001,0.1,0.900005,0.9,0.3] best=empty:1 n=8 want=[1] ref=best=want
// expect: error key loses bits at line 8
// why: ten low bits of the score make room for the number of the orientation, so near scores tie and the larger number wins
// figure: computed 6, MPFR 1
// Dictionary indexing of diffraction patterns: the orientation with the highest normalised correlation (positive scores).
__device__ unsigned key_of(float score, int id)
{
    return (__float_as_uint(score) & 0xfffffc00u) | (unsigned)id;
}

__device__ unsigned warp_max(unsigned key)
{
    for (int o = 16; o > 0; o >>= 1) {
        unsigned other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    return key;
}

__global__ void grain_orientation(const float *score, int *best, int n)
{
    int lane = threadIdx.x;
    unsigned key = 0;
    for (int i = lane; i < n; i += 32) {
        unsigned k = key_of(score[i], i);
        key = k > key ? k : key;
    }
    key = warp_max(key);
    if (lane == 0)
        best[0] = (int)(key & 0x3ffu);
}
