// fpcheck: hist <<<2, 128>>> v=randint(0,15):1000 h=inout:zeros:16:i32 n=1000
// expect: ok
__global__ void hist(const int* v, int* h, int n)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[v[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16 && bins[threadIdx.x]) atomicAdd(&h[threadIdx.x], bins[threadIdx.x]);
}
