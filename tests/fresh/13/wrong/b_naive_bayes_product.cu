// fpcheck: score <<<1, 32>>> p=const(0.00390625):3x48 logp=empty:3 n=48 m=3
// expect: error underflow hidden by clamp at line 10
// why: the product of 48 probabilities of 2^-8 underflows to 0, log gives -inf, fmaxf makes it a plausible -700
// figure: computed logp = -700, MPFR -266.168517
// Statistics: log posterior of naive Bayes, one thread a class.
__device__ float product(const float *p, int n)
{
    float q = 1.0f;
    for (int i = 0; i < n; ++i)
        q *= p[i];
    return q;
}

__global__ void score(const float *p, float *logp, int n, int m)
{
    int c = threadIdx.x;
    if (c < m)
        logp[c] = fmaxf(logf(product(p + c * n, n)), -700.0f);
}
