// fpcheck: minimal_standard <<<1, 32>>> seed=[1,12345,777777,2147480000,42,2147483646] state=empty:6 u=empty:6 steps=6 n=6 wu=[0.21895918632809036,0.051155220275351417,0.4190647031269338,0.4558474614544993,0.19628582577979464,0.7810408136719097] ref=u=wu --tol rtol=2e-7,atol=0
// expect: ok
// why: 16807 s would overflow an int, and the difference a (s mod q) - r (s div q) goes negative; that is the decomposition of Schrage, whose terms stay below 2^31, and one addition of m repairs the sign
// figure: computed within an ulp (conversion and division, 9e-8 relative), tolerance 2e-7
// The minimal standard generator, s = 16807 s mod (2^31 - 1), in 32 bit integers only.
__device__ int next(int s)
{
    const int m = 2147483647;
    const int q = 127773; // m / 16807
    const int r = 2836;   // m % 16807
    int high = s / q;
    int low = s % q;
    int t = 16807 * low - r * high;
    return t > 0 ? t : t + m;
}

__global__ void minimal_standard(const int *seed, int *state, float *u, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = seed[i];
    for (int k = 0; k < steps; k++)
        s = next(s);
    state[i] = s;
    u[i] = (float)(s / 2147483647.0);
}
