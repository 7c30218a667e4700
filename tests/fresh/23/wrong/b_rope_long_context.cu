// fpcheck: rope<<<4, 32>>> x=randn:4x64 y=empty:4x64 position=[3,1000,131071,1000003]
// expect: error fast math beyond its range at line 20
// why: __sincosf takes the angle of 10^6 rad to sin.approx, which is meant for +-pi: its error grows with the angle
// figure: computed: sin.approx of 1000003 is off by about 1e-2 or more (error grows as 2^-22 of the angle), MPFR sin(1000003) = 0.4786854; y[3][0] moves as much
constexpr int HEAD = 64;

__device__ float frequency(int pair)
{
    return exp2f(-(float)pair / 32.0f * 13.2877124f); // 10000^-(pair/32)
}

// One block a token, one thread a pair of features.
__global__ void rope(const float *x, float *y, const int *position)
{
    int pair = threadIdx.x;
    const float *in = x + blockIdx.x * HEAD;
    float *out = y + blockIdx.x * HEAD;
    float angle = (float)position[blockIdx.x] * frequency(pair);
    float s, c;
    __sincosf(angle, &s, &c);
    float a = in[pair], b = in[pair + HEAD / 2];
    out[pair] = a * c - b * s;
    out[pair + HEAD / 2] = a * s + b * c;
}
