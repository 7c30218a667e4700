// fpcheck: book_value <<<4, 64>>> value=[-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0,2.5,5.0,-1.0,1.5,4.0,-2.0,0.5,3.0,5.5,-0.5,2.0,4.5,-1.5,1.0,3.5,6.0,0.0] partial=empty:4 done=inout:zeros:1 total=empty:1 n=250 want=[498.0] ref=total=want --tol rtol=1e-6
// expect: ok
// why: blocks hand their sums to whichever is last: a fence stands between the store and the counter, and another behind it
// figure: computed 498.0, MPFR 498.0: halves add exactly
__device__ float block_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    return s[0];
}

__global__ void book_value(const float *value, volatile float *partial, unsigned *done, float *total, int n)
{
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = block_sum(i < n ? value[i] : 0.0f, s);
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = sum;
    __threadfence();
    unsigned before = atomicAdd(done, 1u);
    if (before != gridDim.x - 1)
        return;
    __threadfence();
    float all = 0.0f;
    for (unsigned b = 0; b < gridDim.x; b++)
        all += partial[b];
    total[0] = all;
}
