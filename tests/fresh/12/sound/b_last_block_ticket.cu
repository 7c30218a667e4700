// fpcheck: rms <<<8, 128>>> x=randn:4500 partial=empty:8 out=empty:1 ticket=inout:zeros:1 n=4500
// expect: ok
// why: the grid's sum ends in whichever block comes last; fences on both sides of the ticket order it, and atomicInc wraps the ticket to zero for the next launch.
// figure: relative error estimated 1e-7 (sum of squares by a tree, then a root)
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void rms(const float *__restrict__ x, float *partial, float *out, unsigned *ticket, int n)
{
    __shared__ float warps[4];
    __shared__ unsigned mine;
    const int t = threadIdx.x;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        v += x[i] * x[i];
    v = warp_sum(v);
    if ((t & 31) == 0)
        warps[t >> 5] = v;
    __syncthreads();
    if (t == 0) {
        partial[blockIdx.x] = (warps[0] + warps[1]) + (warps[2] + warps[3]);
        __threadfence();
        mine = atomicInc(ticket, gridDim.x - 1);
        __threadfence();
    }
    __syncthreads();
    if (mine != gridDim.x - 1)
        return;
    if (t < 32) {
        float s = t < gridDim.x ? __ldcg(&partial[t]) : 0.0f;
        s = warp_sum(s);
        if (t == 0)
            out[0] = sqrtf(s / n);
    }
}
