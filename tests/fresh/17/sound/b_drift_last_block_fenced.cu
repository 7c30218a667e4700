// fpcheck: drift <<<4, 64>>> x=uniform(0,1):256 part=empty:4 ticket=inout:zeros:1 worst=empty:1 mean=0.5
// expect: ok
// why: plain stores are read by another block, but a __threadfence stands before the ticket and after it, as in the threadFenceReduction sample
// figure: a maximum of exact differences: the error is at most half an ulp
// largest deviation of a series from its mean, in one launch: the last block finishes
__device__ float block_max(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h)
            s[t] = fmaxf(s[t], s[t + h]);
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}

__global__ void drift(const float *x, float *part, unsigned *ticket, float *worst, float mean)
{
    __shared__ float s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    float m = block_max(fabsf(x[blockIdx.x * blockDim.x + t] - mean), s);
    if (t == 0) {
        part[blockIdx.x] = m;
        __threadfence();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    float v = t < gridDim.x ? part[t] : 0.0f;
    v = block_max(v, s);
    if (t == 0)
        *worst = v;
}
