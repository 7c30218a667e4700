// fpcheck: rms_norm <<<1, 64>>> x=[0.25,0.5,-0.5,0.5,-0.75,0,0,0,-0.75,-0.75,-0.75,-0.75,-0.5,-1,0.75,0,3,-3.75,9,-7,3.75,-6.25,-3.75,1.75,0.25,2.5,9.75,-7.5,-1,-2.75,4.25,-4.75,-0.75,0,-1,1,-0.75,-1,1,0,-0.75,0,1,-0.25,-0.75,0,0.5,0,0.75,-0.75,0.5,-0.25,-0.75,-0.5,0,-1,0.25,-0.25,0.75,0.75,0.75,0.75,-0.75,-0.75] y=empty:64 n=64 eps=1e-6 want=[0.0942939947,0.188587989,-0.188587989,0.188587989,-0.282881984,0,0,0,-0.282881984,-0.282881984,-0.282881984,-0.282881984,-0.188587989,-0.377175979,0.282881984,0,1.13152794,-1.41440992,3.39458381,-2.64023185,1.41440992,-2.35734987,-1.41440992,0.660057963,0.0942939947,0.942939947,3.6774658,-2.82881984,-0.377175979,-1.03723394,1.60299791,-1.7915859,-0.282881984,0,-0.377175979,0.377175979,-0.282881984,-0.377175979,0.377175979,0,-0.282881984,0,0.377175979,-0.0942939947,-0.282881984,0,0.188587989,0,0.282881984,-0.282881984,0.188587989,-0.0942939947,-0.282881984,-0.188587989,0,-0.377175979,0.0942939947,-0.0942939947,0.282881984,0.282881984,0.282881984,0.282881984,-0.282881984,-0.282881984] ref=y=want --tol rtol=1e-5,atol=0
// expect: error wrong shuffle width at line 10
// why: the shuffle has width 16, so the step of 16 gives a lane its own value back and the upper half of each warp is never added
// figure: y[26] computed 15.29704, MPFR 3.67747
// RMSNorm of one row by two warps.
template <int WIDTH>
__device__ float group_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset, WIDTH);
    return v;
}

__global__ void rms_norm(const float *x, float *y, int n, float eps)
{
    __shared__ float partial[2];
    const float v = x[threadIdx.x];
    const float sum = group_sum<16>(v * v);
    if ((threadIdx.x & 31) == 0)
        partial[threadIdx.x >> 5] = sum;
    __syncthreads();
    const float mean = (partial[0] + partial[1]) / (float)n;
    y[threadIdx.x] = v * rsqrtf(mean + eps);
}
