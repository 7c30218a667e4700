// fpcheck: effective_particles <<<1, 96>>> weight=[0.338,0.458,0.935,0.947,0.097,0.001,0.453,0.908,0.811,0.904,0.813,0.163,0.979,0.358,0.001,0.044,0.029,0.581,0.575,0.102,0.679,0.16,0.41,0.334,0.855,0.26,0.966,0.96,0.216,0.078,0.7,0.145,0.753,0.348,0.112,0.676,0.832,0.472,0.114,0.068,0.277,0.844,0.202,0.605,0.9] n=45 threshold=0.4 alive=inout:[0] want=[24] ref=alive=want --tol bitwise
// expect: error mismatch at line 15
// why: the mask keeps 32 - left lanes instead of left: lanes past the end repeat the last particle and are counted
// figure: computed alive = 30, MPFR 24
// Effective particles: how many of the n weights lie above the threshold, a warp each 32.
__global__ void effective_particles(const float *weight, int n, float threshold, int *alive)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = i & ~31;
    if (base >= n)
        return; // whole warps only
    float w = weight[min(i, n - 1)];
    unsigned votes = __ballot_sync(0xffffffffu, w > threshold);
    int left = n - base;
    unsigned mask = left < 32 ? 0xffffffffu >> left : 0xffffffffu;
    if ((i & 31) == 0)
        atomicAdd(alive, __popc(votes & mask));
}
