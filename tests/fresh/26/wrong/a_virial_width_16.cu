// fpcheck: virial <<<2, 32>>> r=arange:2x32 f=const(2):2x32 w=empty:2 --ref 'w=sum(r*f,1)' --tol rtol=1e-5,atol=0
// expect: error shuffle width at line 10
// why: with a width of 16 a shuffle by 16 gives a lane its own value: the upper half warp is left out and the lower counted twice
// figure: w[0]: computed 480 (twice the sum of sites 0..15), MPFR 992
// Virial of a molecule: sum of r . f over its sites.
template <int WIDTH>
__device__ float lanes_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d, WIDTH);
    return v;
}

__global__ void virial(const float *r, const float *f, float *w)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum = lanes_sum<16>(r[i] * f[i]);
    if (threadIdx.x == 0)
        w[blockIdx.x] = sum;
}
