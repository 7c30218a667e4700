// fpcheck: rope_turns <<<4, 16>>> x=randn:4x32 pos=[0, 17, 4095, 131071] y=empty:4x32 half_dim=16
// expect: ok
// why: positions of 131071 would ruin a float phase; the turns are counted in 32-bit fixed point, where wrapping is what is wanted
// figure: sine off by 8.0e-08 by the conversion, allowed about 2e-6 of a pair of size 1
// Frequencies are 2^-k turns a token, so a phase is an integer times 2^-32 turns, exactly.
__global__ void rope_turns(const float *x, const int *pos, float *y, int half_dim)
{
    int row = blockIdx.x;
    int k = threadIdx.x;
    if (k >= half_dim)
        return;
    unsigned step = 0x9e3779b9u >> k;
    unsigned phase = (unsigned)pos[row] * step;
    float half_turns = (float)(int)phase * 4.656612873077393e-10f;
    float s, c;
    sincospif(half_turns, &s, &c);
    const float *v = x + row * 2 * half_dim;
    float a = v[k];
    float b = v[k + half_dim];
    y[row * 2 * half_dim + k] = a * c - b * s;
    y[row * 2 * half_dim + k + half_dim] = a * s + b * c;
}
