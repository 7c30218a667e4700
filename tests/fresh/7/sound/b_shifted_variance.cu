// fpcheck: depth_variance <<<4, 64>>> z=uniform(1000,1001):4x256 variance=empty:4 n=256 ref=variance=var(z,1) --tol rtol=1e-4,atol=0
// expect: ok
// why: it is E[d^2] - E[d]^2, the textbook cancellation, but of deviations from the first sample of the row: d is exact and at most 1, so at most a few bits are lost
// figure: computed error about 1e-6 relative at worst (E[d^2]/var < 5, sums of 4 terms a lane and a tree), tolerance 1e-4
// Variance of depth samples around 1000 in one pass, one block a row.
__device__ float block_sum(float v, float *part)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    return part[0] + part[1];
}

__global__ void depth_variance(const float *z, float *variance, int n)
{
    __shared__ float part[2];
    const float *row = z + blockIdx.x * n;
    float shift = row[0];
    float s1 = 0.0f, s2 = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float d = row[i] - shift;
        s1 += d;
        s2 += d * d;
    }
    s1 = block_sum(s1, part);
    s2 = block_sum(s2, part);
    if (threadIdx.x == 0) {
        float mean = s1 / n;
        variance[blockIdx.x] = s2 / n - mean * mean;
    }
}
