// fpcheck: bucket_centres<<<1, 32>>> word=[0,4294967295,2147483648,4294967200,123456789,3000000000,858993459,858993460] centre=empty:8 n=8 buckets=5 want=[0.1,0.9,0.5,0.9,0.1,0.7000000000000001,0.1,0.30000000000000004] ref=centre=want --tol rtol=1e-6,atol=0
// expect: ok
// why: random words near 2^32: the bucket comes from the high word of an integer product, so it is below the number of buckets
// figure: error 3.97364297e-8 of rtol 1e-6
// Lemire's bounded draw: the bucket is the upper half of word * buckets.
__device__ __forceinline__ unsigned bounded(unsigned word, unsigned buckets)
{
    return __umulhi(word, buckets);
}

__global__ void bucket_centres(const unsigned *word, float *centre, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned b = bounded(word[i], (unsigned)buckets);
    centre[i] = ((float)b + 0.5f) / (float)buckets;
}
