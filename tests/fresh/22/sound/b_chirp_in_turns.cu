// fpcheck: mix_down <<<1, 32>>> turns=[125000.25,200003.125,99999.0,0.375,31415.5,777.75] re=empty:6 im=empty:6 n=6 want=[-1.1729517567275815e-55,0.7071067811865476,1.0,-0.7071067811865476,-1.0,-1.549189687186134e-57] ref=re=want --tol rtol=1e-6,atol=1e-7
// expect: ok
// why: the phase is kept in turns: x - rint(x) is exact, and only |x| <= 1/2 meets cospif; large operands lose nothing
// figure: computed re[1] = 0.70710677, MPFR 0.70710678: an ulp, tolerance 1e-6
// The local oscillator from a phase in turns.
__global__ void mix_down(const float *turns, float *re, float *im, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float fraction = turns[i] - rintf(turns[i]);
    re[i] = cospif(2.0f * fraction);
    im[i] = sinpif(2.0f * fraction);
}
