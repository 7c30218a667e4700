// fpcheck: nearest_code<<<2, 32>>> q=[0,0.5] code=[5.01,5.004,5.02,5.0001,5.0085,5.0099,7.5,5.0001] best=empty:2 dist=empty:2 k=8 wantb=[3,3] wantd=[25.001001368059406,20.250901232256183] ref=best=wantb ref=dist=wantd --tol rtol=1e-6,atol=0
// expect: ok
// why: argmin by integer keys with the bits of a float: all 32 bits are there, distances are not negative, ties go to the lower index
// figure: error 4.010710987e-10 of rtol 1e-6
// The nearest code word by one 64-bit atomicMin: distance above, index below.
__device__ __forceinline__ unsigned long long make_key(float distance, int index)
{
    return (unsigned long long)__float_as_uint(distance) << 32 | (unsigned)index;
}

__global__ void nearest_code(const float *q, const float *code, int *best, float *dist, int k)
{
    __shared__ unsigned long long winner;
    if (threadIdx.x == 0)
        winner = ~0ull;
    __syncthreads();
    float v = q[blockIdx.x];
    for (int j = threadIdx.x; j < k; j += blockDim.x) {
        float d = v - code[j];
        atomicMin(&winner, make_key(d * d, j));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        best[blockIdx.x] = (int)(unsigned)winner;
        dist[blockIdx.x] = __uint_as_float((unsigned)(winner >> 32));
    }
}
