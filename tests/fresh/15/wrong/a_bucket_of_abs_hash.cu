// fpcheck: fill_buckets <<<1, 32>>> key=[7,1234567,2147483648,99,4000000000,31337,8,65536] load=inout:zeros:10 n=8
// expect: error out of bounds at line 19
// why: the absolute value of the hash as a signed integer is still negative for INT_MIN, and its remainder by 10 is -8: the counter before the array is counted up
// figure: computed bucket -8 for the key 2147483648, right: 0 to 9
#define BUCKETS 10

__device__ int hash(unsigned key)
{
    return (int)(key * 2654435761u);
}

// How many keys of a join fall into each bucket.
__global__ void fill_buckets(const unsigned *key, int *load, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bucket = abs(hash(key[i])) % BUCKETS;
    atomicAdd(&load[bucket], 1);
}
