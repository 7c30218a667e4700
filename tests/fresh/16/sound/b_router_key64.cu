// fpcheck: route_tokens <<<2, 32>>> logits=[[0.5,1.25,7.0,3.5,-2,7.0000005,6.5,0.1],[2.5,-0.75,2.5,2.25,-2.5,0.25,-9,2.0]] expert=empty:2 gate=empty:2 experts=8
// expect: ok
// why: the key holds all 32 bits of the logit above the inverted index: nothing is lost, and among equals (2.5 twice) the lower index wins
// figure: expert 5 and 0 exactly; gate within 2 ulp
__device__ unsigned long long key_of(float x, int index)
{
    unsigned int b = __float_as_uint(x + 0.0f);
    b = b & 0x80000000u ? ~b : b | 0x80000000u;
    return (unsigned long long)b << 32 | (unsigned int)~index;
}

__global__ void route_tokens(const float *logits, int *expert, float *gate, int experts)
{
    __shared__ unsigned long long best;
    int lane = threadIdx.x;
    const float *row = logits + blockIdx.x * experts;
    if (lane == 0)
        best = 0ull;
    __syncthreads();
    if (lane < experts)
        atomicMax(&best, key_of(row[lane], lane));
    __syncthreads();
    int winner = (int)~(unsigned int)best;
    float e = lane < experts ? expf(row[lane] - row[winner]) : 0.0f;
    for (int off = 16; off > 0; off >>= 1)
        e += __shfl_xor_sync(0xffffffffu, e, off);
    if (lane == 0) {
        expert[blockIdx.x] = winner;
        gate[blockIdx.x] = 1.0f / e;
    }
}
