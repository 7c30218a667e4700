// fpcheck: pick_buckets <<<1, 32>>> words=[4294967295,12,2147483648,305419896,4294967200,77777777,3000000000,1073741824] count=inout:zeros:16 weight=empty:8 buckets=16 n=8
// expect: error index at line 16
// why: a 32-bit word near 2^32 becomes 1.0f when converted to float, so the bucket is 16 of 16: a write past the end
// figure: computed bucket 16 for words[0] (0xffffffff) and words[4], MPFR 15.9999999963 (bucket 15)
__device__ float uniform01(unsigned int word)
{
    return (float)word * 2.3283064365386963e-10f;
}

__global__ void pick_buckets(const unsigned int *words, int *count, float *weight, int buckets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(words[i]);
    atomicAdd(&count[(int)(u * (float)buckets)], 1);
    weight[i] = 1.0f - 0.5f * u;
}
