// fpcheck: mix_down <<<2, 64>>> re=uniform(0.5,1):128 im=uniform(-1,-0.5):128 out_re=empty:128 out_im=empty:128 step=3221225599 start=305419896 n=128
// expect: ok
// why: the phase counts in 2^-32 turns and overflows at every turn; that is the reduction, exact, and sincospif gets 24 bits that convert without rounding
// figure: out_re[77] (re=0.75, im=-0.75) computed 1.0004437, MPFR 1.00044366
// Numerically controlled oscillator and complex mixer of a GNSS receiver: carrier wiped off sample by sample.
__device__ __forceinline__ unsigned phase_at(unsigned start, unsigned step, unsigned i)
{
    return start + step * i;
}

// cos and sin of a phase in 2^-32 turns; the lowest 8 bits are below what a float angle resolves and are left out
__device__ __forceinline__ float2 carrier(unsigned phase)
{
    float half_turns = (float)((int)phase >> 8) * 0x1p-23f;     // in [-1, 1)
    float s, c;
    sincospif(half_turns, &s, &c);
    return make_float2(c, s);
}

__global__ void mix_down(const float *re, const float *im, float *out_re, float *out_im, unsigned step, unsigned start,
                         int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 w = carrier(phase_at(start, step, i));
    out_re[i] = re[i] * w.x + im[i] * w.y;
    out_im[i] = im[i] * w.x - re[i] * w.y;
}
