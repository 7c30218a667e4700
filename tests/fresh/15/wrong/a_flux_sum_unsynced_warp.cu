// fpcheck: total_flux <<<2, 128>>> flux=uniform(0.5,2):256 partial=empty:2
// expect: error race at line 9
// why: the last 32 elements are added as if the lanes of a warp ran in step; without volatile, shuffles or __syncwarp a lane may read what its neighbour has or has not overwritten
// figure: computed partial[0] depends on the schedule (about 160, off by tens), right: the sum of 128 values, about 160

__device__ void last_warp(float *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

// Flux of the pixels of a star, one partial sum a block.
__global__ void total_flux(const float *flux, float *partial)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = flux[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        partial[blockIdx.x] = s[0];
}
