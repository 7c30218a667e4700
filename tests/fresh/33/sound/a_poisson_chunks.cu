// fpcheck: poisson_chunks <<<1, 64>>> seed=@a_poisson_seed.npy lambda=150.0 count=empty:64:i32 n=64 --ref 'count=@a_poisson_chunked.npy'
// expect: ok
// why: a product of hundreds of uniforms would underflow, but the mean is spent in portions of 25: whenever the product falls below 1 it is multiplied by exp(25), until the mean is used up
// figure: count: all 64 elements exactly as the reference
__device__ float next_uniform(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return ((s >> 9) + 0.5f) * 1.1920929e-7f;
}

__global__ void poisson_chunks(const unsigned *__restrict__ seed, float lambda, int *__restrict__ count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float portion = 25.0f;
    unsigned s = seed[i];
    float left = lambda, p = 1.0f;
    int k = 0;
    do {
        ++k;
        p *= next_uniform(s);
        while (p < 1.0f && left > 0.0f) {
            float take = fminf(left, portion);
            p *= expf(take);
            left -= take;
        }
    } while (p > 1.0f && k < 1000);
    count[i] = k - 1;
}
