// fpcheck: tide <<<1, 32>>> step=[122400123,3999999999,715827883] amplitude=[1.2,0.3,0.5] level=empty:3 start=40000000 ticks=2000 n=3 want=[1.18384482657,-0.218103012843,0.499904876646] ref=level=want --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: the phase accumulator overflows its 32 bits all the time, which is meant: 2^32 is one turn, and the signed word is at most half a turn
// figure: error 2.3e-8 absolute, the largest at level, tolerance 1e-5 + 1e-4 relative
// Water level of each constituent; phase in units of 2^-32 turns.
__global__ void tide(const unsigned *step, const float *amplitude, float *level, int start, int ticks, int n)
{
    int c = threadIdx.x;
    if (c >= n)
        return;
    unsigned phase = step[c] * (unsigned)start;
    for (int s = 0; s < ticks; s++)
        phase += step[c];
    float turns = (float)(int)phase * 0x1p-32f;
    level[c] = amplitude[c] * cospif(2.0f * turns);
}
