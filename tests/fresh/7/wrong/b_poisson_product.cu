// fpcheck: shot_noise <<<1, 32>>> seed=[12345,777,424242,99991] count=empty:4 lambda=120 n=4 want=[130,138,140,118] ref=count=want --tol bitwise
// expect: error underflow at line 18
// why: exp(-120) is 0 in binary32, so the loop ends where the product of uniforms underflows (about e^-104), and not where it passes e^-120: all counts are too small
// figure: computed [117, 117, 122, 103], MPFR [130, 138, 140, 118] (count)
// Shot noise: Poisson counts by Knuth's product of uniforms.
__device__ unsigned int step(unsigned int s)
{
    return s * 1664525u + 1013904223u;
}

__device__ float uniform(unsigned int s)
{
    return ((s >> 8) + 1u) * 5.9604644775390625e-08f; // (0, 1]
}

__device__ int poisson(unsigned int s, float lambda)
{
    const float limit = expf(-lambda);
    float product = 1.0f;
    for (int k = 0;; k++) {
        s = step(s);
        product *= uniform(s);
        if (!(product > limit))
            return k;
    }
}

__global__ void shot_noise(const int *seed, int *count, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        count[i] = poisson((unsigned int)seed[i], lambda);
}
