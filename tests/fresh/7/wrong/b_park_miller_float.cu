// fpcheck: minimal_standard <<<1, 32>>> seed=[1,12345,777777,2147480000,42] u=empty:5 steps=6 n=5 want=[0.21895918632809036,0.051155220275351417,0.4190647031269338,0.4558474614544993,0.19628582577979464] ref=u=want --tol rtol=1e-5,atol=1e-7
// expect: error rounding at line 14
// why: the product of a 31 bit state with 16807 has 45 bits and binary32 keeps 24: the remainder is made of bits that were rounded away (and the modulus itself rounds to 2^31)
// figure: computed 0.625, MPFR 0.218959186 (u[0])
// The minimal standard generator of Park and Miller, s = 16807 s mod (2^31 - 1): the state lives in a float register.
struct Generator {
    float state;
};

__device__ float next(Generator &g)
{
    const float a = 16807.0f;
    const float m = 2147483647.0f;
    g.state = fmodf(a * g.state, m);
    return g.state * (1.0f / m);
}

__global__ void minimal_standard(const int *seed, float *u, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Generator g;
    g.state = (float)seed[i];
    float last = 0.0f;
    for (int k = 0; k < steps; k++)
        last = next(g);
    u[i] = last;
}
