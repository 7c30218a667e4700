// fpcheck: unit_quaternions <<<1, 96>>> q=[-0.22,-1.56,-0.74,1.84,-0.15,-1.57,-1.85,-1.2,-0.5,0.99,-0.29,-1.38,-0.34,-0.72,1.66,0.63,1.63,0.82,0.17,-1.42,-0.84,1.96,-0.81,-1.48,-1.21,1.95,-0.41,0.72,-1.93,1.79,-1.6,-0.53,-0.69,0.94,-0.24,1.31,1.91,1.38,-1.4,1.71,-0.56,-0.7,0.68,-0.21,-0.62,-0.28,-1.64,-1.57,-0.21,1.36,-0.44,0.0,1.48,-0.76,1.27,-0.08,1.61,-1.46,1.65,-0.2,1.98,0.19,0.04,0.66,-0.07,1.72,-1.8,-0.6,1.48,-1.66,-0.53,0.11,0.36,1.98,0.53,0.56,-0.67,-0.79,1.94,-0.23,-0.36,0.55,-0.06,0.06] u=empty:84 count=21 --ref u=@a_unit_quaternions_want.npy --tol rtol=1e-6,atol=1e-7
// expect: ok
// why: lanes leave before the shuffles, but whole groups of four do, and the mask names the four lanes of the own group only
// figure: computed u[0]=-0.086859554, MPFR -0.086859551 (a few 1e-8, tolerance 1e-6)
// Normalises quaternions, four lanes a quaternion.
#define GROUP 4

__device__ __forceinline__ unsigned group_mask()
{
    const int first = (threadIdx.x & 31) & ~(GROUP - 1);
    return ((1u << GROUP) - 1u) << first;
}

__device__ float group_sum(float v, unsigned mask)
{
    for (int o = GROUP / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(mask, v, o, GROUP);
    return v;
}

__global__ void unit_quaternions(const float *q, float *u, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / GROUP >= count)
        return;
    const float mine = q[i];
    const float square = group_sum(mine * mine, group_mask());
    u[i] = square > 0.0f ? mine / sqrtf(square) : (i % GROUP == 0 ? 1.0f : 0.0f);
}
