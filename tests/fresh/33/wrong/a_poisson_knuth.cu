// fpcheck: poisson_counts <<<1, 64>>> seed=@a_poisson_seed.npy lambda=150.0 count=empty:64:i32 n=64 --ref 'count=@a_poisson_count.npy'
// expect: error underflow at line 17
// why: Knuth's method multiplies uniforms until they are below exp(-lambda), but exp(-150) is 0 in binary32, so it stops where the product itself underflows, near 104 whatever lambda is (known from old samplers)
// figure: count[0] computed 115, should be 138; 64 of 64 elements differ
__device__ float next_uniform(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return ((s >> 9) + 0.5f) * 1.1920929e-7f;
}

__global__ void poisson_counts(const unsigned *__restrict__ seed, float lambda, int *__restrict__ count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned s = seed[i];
    float limit = expf(-lambda);
    float p = 1.0f;
    int k = 0;
    do {
        p *= next_uniform(s);
        ++k;
    } while (p > limit && k < 1000);
    count[i] = k - 1;
}
