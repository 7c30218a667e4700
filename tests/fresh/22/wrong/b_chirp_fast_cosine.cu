// fpcheck: mix_down <<<1, 32>>> phase=[125000.5,200003.25,99999.0,3.0,314159.25,77777.75] re=empty:6 n=6 ref=re=cos(phase) --tol rtol=0,atol=1e-5
// expect: error mismatch at line 10
// why: __cosf brings its operand to turns with a single product: at 1e5 rad the fraction of a turn has some 7 bits left; cosf reduces exactly
// figure: computed re[0] about -0.945607, MPFR -0.946011982
// Radar range gate: the in-phase part of the local oscillator, from the accumulated phase in radians.
__global__ void mix_down(const float *phase, float *re, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        re[i] = __cosf(phase[i]);
}
