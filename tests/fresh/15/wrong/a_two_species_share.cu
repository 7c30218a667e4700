// fpcheck: species_share <<<1, 32>>> length=[12,55,140,61,33] share=empty:5 mean_a=20 mean_b=70 sigma_a=3 sigma_b=4 n=5
// expect: error nan at line 21
// why: far from both means both densities underflow to 0; 0 / 0 is NaN, and the clamp turns it into 0
// figure: computed share[2] = 0, MPFR 1

__device__ float bell(float x, float mean, float sigma)
{
    float z = (x - mean) / sigma;
    return expf(-0.5f * z * z) / sigma;
}

// Probability that a fish of this length is of the second species.
__global__ void species_share(const float *length, float *share, float mean_a, float mean_b, float sigma_a,
                              float sigma_b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = bell(length[i], mean_a, sigma_a);
    float b = bell(length[i], mean_b, sigma_b);
    float p = b / (a + b);
    share[i] = fminf(fmaxf(p, 0.0f), 1.0f);
}
