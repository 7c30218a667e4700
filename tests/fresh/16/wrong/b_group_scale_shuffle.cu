// fpcheck: group_energy <<<4, 64>>> x=randn:16x16 ss=empty:16 groups=16 ref=ss=sum(x*x,1) --tol rtol=1e-5
// expect: error mismatch at line 20
// why: groups have 16 lanes, but the butterfly starts at 16: two neighbouring groups are added together
// figure: computed the sum of two groups (about 32 for normal data), MPFR the sum of one (about 16)
// Energy of groups of 16 weights, before a group-wise quantisation.
template <int OFF>
__device__ float butterfly(float v)
{
    v += __shfl_xor_sync(0xffffffffu, v, OFF);
    if constexpr (OFF > 1)
        v = butterfly<OFF / 2>(v);
    return v;
}

__global__ void group_energy(const float *x, float *ss, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int group = i / 16;
    float v = group < groups ? x[i] : 0.0f;
    float sum = butterfly<16>(v * v);
    if (i % 16 == 0 && group < groups)
        ss[group] = sum;
}
