// fpcheck: virial <<<2, 32>>> r=uniform(1,2):4x16 f=uniform(1,3):4x16 w=empty:4 --ref 'w=sum(r*f,1)' --tol rtol=1e-5,atol=0
// expect: ok
// why: a width of 16 in a warp of 32, but here 16 lanes are a molecule and the first step is 8
// figure: w[0]: 16 positive terms in a tree, relative error at most 3e-7, tolerance 1e-5
// Virial of a molecule: sum of r . f over its sites.
template <int WIDTH>
__device__ float lanes_sum(float v)
{
    for (int d = WIDTH / 2; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d, WIDTH);
    return v;
}

__global__ void virial(const float *r, const float *f, float *w)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum = lanes_sum<16>(r[i] * f[i]);
    if (threadIdx.x % 16 == 0)
        w[i / 16] = sum;
}
