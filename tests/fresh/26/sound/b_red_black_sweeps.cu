// fpcheck: relax <<<1, 128>>> u=inout:uniform(0,1):128 sweeps=4 n=128
// expect: ok
// why: Gauss-Seidel in place: each half sweep writes cells of one colour and reads those of the other, with a barrier between
// figure: each update one addition and an exact halving: error of few half ulps, undone by averaging
__global__ void relax(float *u, int sweeps, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = u[t];
    __syncthreads();
    for (int k = 0; k < 2 * sweeps; ++k) {
        if (t > 0 && t < n - 1 && (t & 1) == (k & 1))
            s[t] = 0.5f * (s[t - 1] + s[t + 1]);
        __syncthreads();
    }
    u[t] = s[t];
}
