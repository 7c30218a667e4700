// fpcheck: step <<<2, 64>>> u=uniform(0,1):128 v=empty:128 n=128
// fpcheck+ step_again <<<2, 64>>> w=empty:128 n=128
// expect: ok
__device__ __forceinline__ float smooth(const float* a, int i, int n)
{
    if (i == 0 || i == n - 1) return a[i];
    return 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
}
__global__ void step(const float* __restrict__ u, float* __restrict__ v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = smooth(u, i, n);
}
__global__ void step_again(const float* __restrict__ v, float* __restrict__ w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] = smooth(v, i, n);
}
