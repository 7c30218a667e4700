// fpcheck: tone <<<1, 32>>> index=[0,1000000,123456789,4000000000] out=empty:4 step=536512345 n=4 want=[0.0,-0.09169722801509207,-0.9725314529078748,0.2584881529062569] ref=out=want --tol rtol=1e-4,atol=1e-6
// expect: ok
// why: the product of step and sample index overflows 32 bits on purpose: a phase word of 2^32 a turn wraps as the phase does; its signed value goes to sinpif
// figure: computed out[1] about -0.09169723, MPFR -0.091697228: error about 1e-7 against 1e-6 and more
// Numerically controlled oscillator: value at a sample number, from a 32-bit phase step.
__global__ void tone(const unsigned *index, float *out, unsigned step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned phase = step * index[i];
    out[i] = sinpif((float)(int)phase * 0x1p-31f);
}
