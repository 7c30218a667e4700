// fpcheck: nearest_code<<<2, 32>>> q=[0,0.5] code=[5.01,5.004,5.02,5.0001,5.0085,5.0099,7.5,5.012] best=empty:2 dist=empty:2 k=8 wantb=[3,3] wantd=[25.001001368059406,20.250901232256183] ref=best=wantb ref=dist=wantd --tol rtol=1e-5,atol=0
// expect: error argmin key loses bits (mismatch) at line 15
// why: the low 16 bits of the distance make room for the index, so near distances tie and the lowest index wins
// figure: computed 25.10010147, MPFR 25.00100137 (dist[0]; best[0] is 0 instead of 3)
// Vector quantisation of a column: one block a value, the nearest code word by one atomicMin.
__global__ void nearest_code(const float *q, const float *code, int *best, float *dist, int k)
{
    __shared__ unsigned winner;
    if (threadIdx.x == 0)
        winner = 0xffffffffu;
    __syncthreads();
    float v = q[blockIdx.x];
    for (int j = threadIdx.x; j < k; j += blockDim.x) {
        float d = (v - code[j]) * (v - code[j]);
        unsigned key = (__float_as_uint(d) & 0xffff0000u) | (unsigned)j;
        atomicMin(&winner, key);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int j = (int)(winner & 0xffffu);
        best[blockIdx.x] = j;
        dist[blockIdx.x] = (v - code[j]) * (v - code[j]);
    }
}
