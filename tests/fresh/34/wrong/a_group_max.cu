// fpcheck: group_max <<<6, 64>>> score=@a_group_max_score.npy best=empty:6 width=50 --ref 'best=@a_group_max_best.npy' --tol 0ulp
// expect: error mismatch at line 18
// why: the identity of the maximum is FLT_MIN, the smallest positive number, instead of -FLT_MAX (a bug reported again and again of pooling and GROUP BY MAX): groups of log-likelihoods, all negative, answer 1.17549435e-38
// figure: best[0] computed 1.17549435e-38, exact -0.625223994 (6 of 6 elements off)
#include <cfloat>

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__global__ void group_max(const float* score, float* best, int width)
{
    __shared__ float part[2];
    const float* row = score + blockIdx.x * width;
    float v = FLT_MIN;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        v = fmaxf(v, row[i]);
    v = warp_max(v);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        best[blockIdx.x] = fmaxf(part[0], part[1]);
}
