// fpcheck: tone <<<1, 64>>> out=empty:64 increment=118111601 first=160000 n=64
// expect: ok
// why: the phase of a long tone is a 32-bit word whose wrap is a whole turn; it is taken as signed, so the sine's argument stays within a half turn
// figure: largest error of an element 8.3e-08 (the rounding of the phase to 24 bits), 2e-7 natural
__global__ void tone(float *out, unsigned increment, unsigned first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned phase = increment * (first + i);
    float half_turns = (float)(int)phase * 4.656612873077393e-10f;
    out[i] = sinpif(half_turns);
}
