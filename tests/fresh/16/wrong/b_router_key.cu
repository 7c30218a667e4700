// fpcheck: route_tokens <<<2, 32>>> logits=[[0.5,1.25,7.0,3.5,-2,7.0000024,6.5,0.1],[1.5,-0.75,2.5,2.5000021,2.5000012,0.25,-9,2.0]] expert=empty:2 gate=empty:2 experts=8
// expect: error narrowing at line 24
// why: the key keeps 22 bits of the float and puts the index into its low ten: logits that differ below 2^-13 count as equal and the lower index wins
// figure: computed expert[0] = 2 and gate built on logit 7, MPFR expert 5 (7.0000024); expert[1] = 2 instead of 3
// Top-1 router of a mixture of experts: one warp a token.
__device__ unsigned int ordered(float x)
{
    unsigned int b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float unordered(unsigned int k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__global__ void route_tokens(const float *logits, int *expert, float *gate, int experts)
{
    int lane = threadIdx.x;
    const float *row = logits + blockIdx.x * experts;
    unsigned int key = 0;
    float sum = 0.0f;
    if (lane < experts)
        key = (ordered(row[lane]) & ~0x3ffu) | (unsigned int)(1023 - lane);
    unsigned int best = __reduce_max_sync(0xffffffffu, key);
    int winner = 1023 - (int)(best & 0x3ffu);
    float top = row[winner];
    if (lane < experts)
        sum = expf(row[lane] - top);
    for (int off = 16; off > 0; off >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, off);
    if (lane == 0) {
        expert[blockIdx.x] = winner;
        gate[blockIdx.x] = 1.0f / sum;
    }
}
