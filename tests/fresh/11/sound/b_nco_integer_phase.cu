// fpcheck: oscillator <<<2, 64>>> out=empty:128 word=1234567891 n=128
// expect: ok
// why: the phase is an integer that wraps by 2^32 on purpose, which is a full turn; its signed upper 24 bits are exact in float, so the sine has a small, exact argument
// figure: computed out[5] = 0.384272397, MPFR 0.384272386; error half an ulp or two
// Numerically controlled oscillator: `word` is the frequency in turns / 2^32.
__device__ float turn(unsigned phase)
{
    int centred = (int)phase >> 8;
    return (float)centred * 1.1920929e-7f;
}

__global__ void oscillator(float *out, unsigned word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned phase = word * (unsigned)i;
    out[i] = sinpif(turn(phase));
}
