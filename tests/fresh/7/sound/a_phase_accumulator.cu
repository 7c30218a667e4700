// fpcheck: oscillator<<<2, 64>>> y=empty:100 tuning=1234567891 start=4000000000 n=100
// expect: ok
// why: the phase overflows 32 bits again and again, which is its modulus of one turn; as a signed number it is a fraction of half a turn, and its top 24 bits are exact in a float
// figure: computed y[99] = 0.645133018, MPFR 0.6451330271 of the top 24 bits
// Numerically controlled oscillator: 32-bit phase, sine of its top 24 bits.
__device__ float sine_of_phase(unsigned phase)
{
    int top = (int)phase >> 8;
    return sinpif((float)top * (1.0f / 8388608.0f));
}

__global__ void oscillator(float *y, unsigned tuning, unsigned start, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sine_of_phase(start + tuning * (unsigned)i);
}
