// fpcheck: oscillator <<<1, 64>>> out=empty:64x8 step=190887435 start=4294967295 per=8
// expect: ok
// why: the phase is a 32-bit fraction of a turn and wraps on purpose; as a signed number it converts to [-1, 1) half turns with one rounding
// figure: phase within 2^-25 of a half turn: cosine within 1e-7 absolute
__device__ float half_turns(unsigned int phase)
{
    return (float)(int)phase * 4.656612873077393e-10f;
}

__global__ void oscillator(float *out, unsigned int step, unsigned int start, int per)
{
    int t = threadIdx.x;
    unsigned int phase = start + step * (unsigned int)(t * per);
    for (int i = 0; i < per; i++) {
        out[t * per + i] = cospif(half_turns(phase));
        phase += step;
    }
}
