// fpcheck: unit_octets <<<1, 64>>> v=[-1.09,1.94,1.36,-0.11,1.76,0.69,1.56,1.3,1.02,0.96,1.98,-1.42,0.85,1.49,0.07,0.64,-1.6,-1.52,0.55,1.62,-1.15,-1.65,1.24,-1.04,0.58,0.55,-0.94,0.16,1.33,-1.46,-0.16,-0.24,-1.42,-0.67,1.98,-1.33,1.75,-0.58,0.61,1.43,0.74,-0.95,-1.72,0.67,-1.33,-1.95,-0.99,1.58,0.55,-1.07,-0.56,1.62,1.93,-0.15,-0.94,-1.43,1.57,-0.3,0.83,-0.01,-0.06,1.42,-1.18,1.55] u=empty:64 n=64 --ref u=@a_unit_octets_want.npy --tol rtol=1e-5,atol=1e-7
// expect: error wrong shuffle width at line 11
// why: the broadcast of the norm has no width of 8: all four octets of a warp get the norm of its first
// figure: computed u[8]=0.2677663, MPFR 0.3040255
// Normalises vectors of eight components (spherical harmonics of degree up to 1 and 2 mixed), eight lanes a vector.
template <int GROUP>
__device__ float group_sum(float v)
{
    for (int o = GROUP / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, GROUP);
    return __shfl_sync(0xffffffffu, v, 0);
}

__global__ void unit_octets(const float *v, float *u, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float mine = i < n ? v[i] : 0.0f;
    const float square = group_sum<8>(mine * mine);
    const float scale = square > 0.0f ? 1.0f / sqrtf(square) : 0.0f;
    if (i < n)
        u[i] = mine * scale;
}
