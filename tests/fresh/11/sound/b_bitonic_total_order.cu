// fpcheck: sort_block <<<1, 64>>> key=spiked(1e4):64 out=empty:64
// expect: ok
// why: floats are sorted by integers of the same order, made of their bits; an exclusive-or undoes it exactly
// figure: computed: a permutation of the inputs in order, MPFR the same; error 0
__device__ unsigned encode(float x)
{
    unsigned b = __float_as_uint(x);
    return b ^ ((b >> 31) ? 0xffffffffu : 0x80000000u);
}

__device__ float decode(unsigned k)
{
    return __uint_as_float(k ^ ((k >> 31) ? 0x80000000u : 0xffffffffu));
}

// Bitonic sort of 64 keys; within a warp by shuffles, over it by shared memory.
__global__ void sort_block(const float *key, float *out)
{
    __shared__ unsigned s[64];
    int t = threadIdx.x;
    unsigned mine = encode(key[t]);
    for (int size = 2; size <= 64; size <<= 1) {
        bool up = (t & size) == 0;
        for (int o = size >> 1; o > 0; o >>= 1) {
            unsigned other;
            if (o >= 32) {
                s[t] = mine;
                __syncthreads();
                other = s[t ^ o];
                __syncthreads();
            } else {
                other = __shfl_xor_sync(0xffffffffu, mine, o);
            }
            bool low = (t & o) == 0;
            mine = (low == up) ? min(mine, other) : max(mine, other);
        }
    }
    out[t] = decode(mine);
}
