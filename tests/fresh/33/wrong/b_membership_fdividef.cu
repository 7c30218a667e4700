// fpcheck: membership <<<1, 128>>> cluster=@b_memb_cluster.npy field=@b_memb_field.npy p=empty:100 n=100
// expect: error mismatch at line 15
// why: __fdividef returns 0 where the divisor is above 2^126 (documented in the programming guide), and the unnormalised likelihoods of some stars get there
// figure: p[40] computed 0, MPFR 0.671569693
#include <cuda_runtime.h>

// Probability that a star belongs to the cluster, of two unnormalised likelihoods
__global__ void membership(const float* cluster, const float* field, float* p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = cluster[i];
    float f = field[i];
    p[i] = __fdividef(c, c + f);
}
