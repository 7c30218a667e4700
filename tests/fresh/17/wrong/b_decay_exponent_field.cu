// fpcheck: damp <<<1, 32>>> re=[0.5,0.0,-0.25,1.0,0.0,-0.125,0.75,-0.5] im=[0.0,0.5,0.25,0.0,-0.5,0.0,0.375,0.5] ore=empty:8 oim=empty:8 n=8 k=3 --ref 'ore=re*0.125' --tol bitwise
// expect: error exponent bit trick at line 9
// why: three is taken from the exponent field of every amplitude; a zero has none to give, its bits wrap and become -8.5e37
// figure: ore[1]: computed -8.50706e+37, right 0
// amplitude damping of a small quantum register by a power of two
__device__ float halve(float a, unsigned k)
{
    unsigned u = __float_as_uint(a);
    return __uint_as_float(u - (k << 23));
}

__global__ void damp(const float *re, const float *im, float *ore, float *oim, int n, unsigned k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    ore[i] = halve(re[i], k);
    oim[i] = halve(im[i], k);
}
