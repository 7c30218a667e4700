// fpcheck: highest <<<2, 64>>> level=[[-1.5,-0.375,-2.25,-0.75,-3.0,-0.5],[-6.0,-5.5,-9.0,-7.25,-8.0,-6.5]] top=empty:2 n=6 want=[-0.375,-5.5] ref=top=want --tol bitwise
// expect: error identity at line 12
// why: FLT_MIN is the smallest positive number, not the lowest; for groundwater below the datum it is the maximum
// figure: computed 1.17549435e-38 at top[0], MPFR -0.375
#include <cfloat>

// Highest groundwater level of each well, below the datum.
__global__ void highest(const float *level, float *top, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float v = FLT_MIN;
    for (int i = t; i < n; i += 64)
        v = fmaxf(v, level[blockIdx.x * n + i]);
    s[t] = v;
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0)
        top[blockIdx.x] = s[0];
}
