// fpcheck: shot_noise <<<1, 32>>> seed=[12345,777,424242,99991] count=empty:4 lambda=120 n=4 want=[130,138,140,118] ref=count=want --tol bitwise
// expect: ok
// why: exp(-120) underflows in binary32, so the product of uniforms is replaced by a sum of exponential waiting times; the sum of 120 terms is off by 1e-5, and no sum comes nearer to lambda than 0.035
// figure: computed [130, 138, 140, 118], MPFR the same; error of the sums 5e-5 at most against a least distance of 0.035
// Shot noise: Poisson counts as the number of exponential waiting times that fit into lambda.
__device__ unsigned int step(unsigned int s)
{
    return s * 1664525u + 1013904223u;
}

__device__ float waiting_time(unsigned int s)
{
    return -logf(((s >> 8) + 1u) * 5.9604644775390625e-08f); // of (0, 1]
}

__global__ void shot_noise(const int *seed, int *count, float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int s = (unsigned int)seed[i];
    float time = 0.0f;
    int k = -1;
    while (time < lambda) {
        s = step(s);
        time += waiting_time(s);
        k++;
    }
    count[i] = k;
}
