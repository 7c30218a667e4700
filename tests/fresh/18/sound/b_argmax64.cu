// fpcheck: argmax_rows <<<3, 32>>> x=randn:3x100 where=empty:3 value=empty:3 cols=100
// expect: ok
// why: a float's bits and its column in one 64-bit key; the sign is unfolded both ways, all 32 bits are kept and ties go to the lower column
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
typedef unsigned long long u64;

__device__ unsigned fold(float f)
{
    unsigned b = __float_as_uint(f);
    return (b >> 31) ? ~b : b | 0x80000000u;
}

__device__ float unfold(unsigned k)
{
    return __uint_as_float((k >> 31) ? k & 0x7fffffffu : ~k);
}

__global__ void argmax_rows(const float *x, int *where, float *value, int cols)
{
    u64 best = 0;
    for (int j = threadIdx.x; j < cols; j += 32) {
        u64 key = ((u64)fold(x[blockIdx.x * cols + j]) << 32) | (0xffffffffu - (unsigned)j);
        best = key > best ? key : best;
    }
    for (int d = 16; d > 0; d >>= 1) {
        u64 o = __shfl_xor_sync(0xffffffffu, best, d);
        best = o > best ? o : best;
    }
    if (threadIdx.x == 0) {
        where[blockIdx.x] = (int)(0xffffffffu - (unsigned)best);
        value[blockIdx.x] = unfold((unsigned)(best >> 32));
    }
}
