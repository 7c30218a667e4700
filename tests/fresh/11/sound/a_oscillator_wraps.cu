// fpcheck: oscillator <<<1, 128>>> out=empty:128 step=3735928559 start=4026531840
// expect: ok
// why: the phase is a 32-bit integer that overflows on purpose, a turn being 2^32; made signed it is a fraction of a half turn in [-1, 1], rounded once
// figure: out[3]: computed -0.291132122, MPFR -0.2911320627; error 6.0e-08
// Numerically controlled oscillator: sample k is sin(2 pi (start + k step) / 2^32).
__global__ void oscillator(float *out, unsigned step, unsigned start)
{
    unsigned k = threadIdx.x;
    unsigned phase = start + k * step;
    float half_turns = (float)(int)phase * 4.656612873077393e-10f;
    out[k] = sinpif(half_turns);
}
