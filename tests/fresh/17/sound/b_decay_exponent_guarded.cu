// fpcheck: damp <<<1, 32>>> re=[0.5,0.0,-0.25,1.0,0.0,-0.125,0.75,-0.5] im=[0.0,0.5,0.25,0.0,-0.5,0.0,0.375,0.5] ore=empty:8 oim=empty:8 n=8 k=3 --ref 'ore=re*0.125' --tol bitwise
// expect: ok
// why: the exponent field is changed by hand as well, but only where it is large enough; zero and tiny amplitudes are multiplied
// figure: ore[1]: computed 0, right 0; all exact
// amplitude damping of a small quantum register by a power of two
__device__ float halve(float a, unsigned k)
{
    unsigned u = __float_as_uint(a);
    if (((u >> 23) & 0xffu) <= k)
        return ldexpf(a, -(int)k);
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
