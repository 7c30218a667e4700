// fpcheck: score <<<1, 32>>> logit=@a_default_probability_logit.npy p=empty:12 n=12
// expect: ok
// why: expf overflows to infinity for very safe borrowers and 1 / (1 + inf) is 0, which is the probability to within 1e-38: the infinity is harmless and meant
// figure: p[4] computed 2.06115369e-09, MPFR 2.061153618e-09 (error 0.0036 of the tolerance)
#include <cuda_runtime.h>
__global__ void score(const float* logit, float* p, int n)
{
    int i = threadIdx.x;
    if (i < n) p[i] = 1.0f / (1.0f + expf(-logit[i]));
}
