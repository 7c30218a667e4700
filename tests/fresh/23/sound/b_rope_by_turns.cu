// fpcheck: rope<<<4, 32>>> x=randn:4x64 y=empty:4x64 position=[3,1000,131071,1000003]
// expect: ok
// why: angles of 10^6 rad, but the number of turns is formed and reduced in double before the float sine
// figure: computed: turns to 1e-11, sine and cosine within 1e-7; y to about 2e-7, tolerance 2e-6 (MPFR sin(1000003) = 0.4786854)
constexpr int HEAD = 64;

__global__ void rope(const float *x, float *y, const int *position)
{
    int pair = threadIdx.x;
    const float *in = x + blockIdx.x * HEAD;
    float *out = y + blockIdx.x * HEAD;
    const double inverse_turn = 0.15915494309189535;
    double turns = (double)position[blockIdx.x] * exp2(-(double)pair / 32.0 * 13.287712379549449) * inverse_turn;
    turns -= rint(turns);
    float s, c;
    sincospif(2.0f * (float)turns, &s, &c);
    float a = in[pair], b = in[pair + HEAD / 2];
    out[pair] = a * c - b * s;
    out[pair + HEAD / 2] = a * s + b * c;
}
