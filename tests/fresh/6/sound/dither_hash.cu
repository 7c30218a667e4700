// fpcheck: dither_hash <<<2, 64>>> n=128 seed=7 x=uniform(0,1):128 noise=empty:128 out=empty:128
// expect: ok
// Adds a triangular dither below one 8-bit level; the noise is an integer hash of the pixel index, made to a float exactly.
__device__ unsigned pcg(unsigned v)
{
    unsigned state = v * 747796405u + 2891336453u;
    unsigned word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

__device__ float unit(unsigned h) { return (float)(h >> 8) * (1.0f / 16777216.0f); }

__global__ void dither_hash(const float* x, float* noise, float* out, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = pcg((unsigned)i ^ (seed * 0x9e3779b9u));
    float t = unit(h) - unit(pcg(h));
    noise[i] = t;
    out[i] = 255.0f * x[i] + t + 1.0f;
}
