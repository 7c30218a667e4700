// fpcheck: total_energy <<<2, 128>>> m=const(2):256 v=uniform(1,3):256 total=empty:1 n=256
// expect: error uninitialised at line 15: nothing zeroes the total before the blocks add to it
__global__ void total_energy(const float *m, const float *v, float *total, int n)
{
    __shared__ float part[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? 0.5f * m[i] * v[i] * v[i] : 0.0f;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(total, part[0]);
}
