// fpcheck: uniforms <<<2, 64>>> out=empty:128 seed=1234 n=128
// expect: ok
// Counter-based generator; 24 random bits convert exactly.
__global__ void uniforms(float* out, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = (unsigned)i, k = seed;
    for (int r = 0; r < 7; ++r) {
        unsigned hi = __umulhi(0xd256d193u, c);
        unsigned lo = 0xd256d193u * c;
        c = hi ^ k ^ lo;
        k += 0x9e3779b9u;
    }
    out[i] = (float)(c >> 8) * 5.9604644775390625e-8f;
}
