// fpcheck: best_model <<<1, 64>>> score=[-3.25,-1.5,-1.4999999,-1.5,-20.0,-1.4999999,-7.0,-2.0,-50.0,-49.0,-48.0,-47.0,-46.0,-45.0,-44.0,-43.0,-42.0,-41.0,-40.0,-39.0,-38.0,-37.0,-36.0,-35.0,-34.0,-33.0,-32.0,-31.0,-30.0,-29.0,-28.0,-27.0,-26.0,-25.0,-24.0,-23.0,-22.0,-21.0] best=inout:zeros:1 n=38 want=[2] ref=best=want --tol rtol=0,atol=0.25
// expect: ok
// why: negative scores that differ in the last bit, and ties: the key keeps all 32 bits in the order of the numbers and the complement of the index below, so the first of equals wins
// figure: computed 2, MPFR 2: exact
// Index of the model with the highest score, the first of equals.
__device__ unsigned ordered(float v)
{
    unsigned u = __float_as_uint(v);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__global__ void best_model(const float *score, int *best, int n)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned long long key = ((unsigned long long)ordered(score[i]) << 32) | (unsigned)~i;
        atomicMax(&top, key);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *best = (int)~(unsigned)top;
}
