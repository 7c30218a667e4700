// fpcheck: sort_column <<<1, 8>>> value=[3.5,-1.25,0.75,-8.0,2.0,-0.5,16.0,-3.0,1.0,-2.5,7.0,0.25,1e-30,-1e-30,65504.0,-12.75] sorted=empty:16 want=[-12.75,-8.0,-3.0,-2.5,-1.25,-0.5,-1.0000000031710769e-30,1.0000000031710769e-30,0.25,0.75,1.0,2.0,3.5,7.0,16.0,65504.0] ref=sorted=want --tol bitwise
// expect: ok
// why: floats are sorted as integers; the key flips all bits of a negative number and the sign bit of another, which is monotone, and the inverse restores every bit
// figure: computed error 0, tolerance 0
// Odd-even transposition sort of 16 floats through order-preserving unsigned keys: 8 threads.
__device__ unsigned int to_key(float v)
{
    unsigned int u = __float_as_uint(v);
    unsigned int flip = (unsigned int)((int)u >> 31) | 0x80000000u;
    return u ^ flip;
}

__device__ float from_key(unsigned int k)
{
    unsigned int flip = ((k >> 31) - 1u) | 0x80000000u;
    return __uint_as_float(k ^ flip);
}

__global__ void sort_column(const float *value, float *sorted)
{
    __shared__ unsigned int key[16];
    int t = threadIdx.x;
    key[t] = to_key(value[t]);
    key[t + 8] = to_key(value[t + 8]);
    __syncthreads();

    for (int round = 0; round < 16; round++) {
        int i = 2 * t + (round & 1);
        if (i + 1 < 16 && key[i] > key[i + 1]) {
            unsigned int k = key[i];
            key[i] = key[i + 1];
            key[i + 1] = k;
        }
        __syncthreads();
    }
    sorted[t] = from_key(key[t]);
    sorted[t + 8] = from_key(key[t + 8]);
}
