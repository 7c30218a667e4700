// fpcheck: buckets <<<1, 32>>> key=[0.0,-0.0,1.5,-1.5,32500000000.0,7e-05,2.0,2.0] bucket=empty:8 n=8 want=[0,0,39,61,24,35,60,60] ref=bucket=want --tol rtol=0,atol=0.5
// expect: ok
// why: the bits of a float are hashed with multiplications that wrap: -0 is made +0 by adding 0 first, so equal keys have equal hashes
// figure: computed bucket[1] = 0, exact 0: error 0 against 0.5
// Buckets of a hash join on a float column (murmur3's finaliser).
__device__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}

__global__ void buckets(const float *key, int *bucket, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bucket[i] = (int)(mix(__float_as_uint(__fadd_rn(key[i], 0.0f))) & 63u);
}
