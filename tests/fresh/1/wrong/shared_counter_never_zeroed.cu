// fpcheck: count_inliers <<<4, 64>>> r=uniform(0,1):256 count=empty:4 cut=0.5 n=256
// expect: error uninitialised at line 9: the shared counter is incremented before anything wrote it
// RANSAC inner step: how many points lie within the cut.
__global__ void count_inliers(const float* __restrict__ r, int* __restrict__ count, float cut, int n)
{
    __shared__ int inliers;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && r[i] < cut)
        atomicAdd(&inliers, 1);
    __syncthreads();
    if (threadIdx.x == 0) count[blockIdx.x] = inliers;
}
