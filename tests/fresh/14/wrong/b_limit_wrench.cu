// fpcheck: limit_force <<<1, 32>>> fx=[300.0,12.0,0.5,-180.0] fy=[40.0,5.0,0.25,220.0] fz=[-20.0,3.0,1.0,100.0] ox=empty:4 oy=empty:4 oz=empty:4 limit=50.0 n=4
// expect: error overflow in half that a division hides at line 19
// why: 300^2 is above 65504: the squared norm is infinite in half, and limit / inf makes the commanded force 0
// figure: computed 0, MPFR 49.4535355 (ox[0])
// Scales the force at a gripper down to a limit; the controller keeps its state in half.
#include <cuda_fp16.h>

struct Force {
    __half x, y, z;
};

__device__ inline Force load(const float *x, const float *y, const float *z, int i)
{
    return {__float2half_rn(x[i]), __float2half_rn(y[i]), __float2half_rn(z[i])};
}

__device__ inline float magnitude(Force f)
{
    __half q = __hadd(__hadd(__hmul(f.x, f.x), __hmul(f.y, f.y)), __hmul(f.z, f.z));
    return sqrtf(__half2float(q));
}

__global__ void limit_force(const float *fx, const float *fy, const float *fz, float *ox, float *oy, float *oz,
                            float limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Force f = load(fx, fy, fz, i);
    float m = magnitude(f);
    float scale = fminf(1.0f, limit / m);
    ox[i] = scale * __half2float(f.x);
    oy[i] = scale * __half2float(f.y);
    oz[i] = scale * __half2float(f.z);
}
