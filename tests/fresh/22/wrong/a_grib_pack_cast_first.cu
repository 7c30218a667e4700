// fpcheck: pack <<<1, 32>>> x=[271.35,273.15,280.4,290.9,268.2,301.75] q=empty:6:u16 base=268.0 scale=100.0 n=6 want=[335,515,1240,2290,20,3375] ref=q=want
// expect: error cast at line 11
// why: the difference is cut to an integer before it is scaled, so the two decimals that the scale should keep are lost
// figure: computed 300 at q[0], MPFR 335
// Simple packing of a temperature field: 16 bits, decimal scale.
__global__ void pack(const float *x, unsigned short *q, float base, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = (unsigned)(x[i] - base) * (unsigned)scale;
    q[i] = (unsigned short)(v > 65535u ? 65535u : v);
}
