// fpcheck: correlated <<<1, 64>>> x=uniform(2e19,3e19):4x64 y=uniform(2e19,3e19):4x64 count=empty:1 r=empty:4 rows=4
// expect: error overflow at line 14: squares of 1e19 summed overflow, inf / inf is NaN, and every comparison with NaN says uncorrelated
// Cosine similarity of photon-count rows, and how many are above 0.5.
__device__ float warp_sum(float v) {
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}

__global__ void correlated(const float* x, const float* y, int* count, float* r, int rows) {
    __shared__ float part[3][2];
    int hits = 0;
    for (int row = 0; row < rows; ++row) {
        float a = x[row * 64 + threadIdx.x], b = y[row * 64 + threadIdx.x];
        float aa = warp_sum(a * a);
        float bb = warp_sum(b * b);
        float ab = warp_sum(a * b);
        if (threadIdx.x % 32 == 0) {
            part[0][threadIdx.x / 32] = aa;
            part[1][threadIdx.x / 32] = bb;
            part[2][threadIdx.x / 32] = ab;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            float c = (part[2][0] + part[2][1]) /
                      sqrtf((part[0][0] + part[0][1]) * (part[1][0] + part[1][1]));
            r[row] = c > 1.0f ? 1.0f : c;
            if (c > 0.5f) ++hits;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) count[0] = hits;
}
