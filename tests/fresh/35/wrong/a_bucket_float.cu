// fpcheck: bucket_count <<<1, 8>>> hash=@a_bucket_float_hash.npy count=inout:zeros:16 n=8 buckets=16 --ref 'count=@a_bucket_float_count_ref.npy'
// expect: error out-of-bounds at line 11
// why: the bucket of a 32-bit hash is computed as float: 0xffffffff and 0xffffff80 up round to 2^32, so hash * 2^-32 is 1.0 and the index is 16, one past the table (the same bug as curand_uniform returning 1.0 used as an index)
// figure: count[7] computed 0, exact 1 (3 of 16 differ)
#include <cuda_runtime.h>
__global__ void bucket_count(const unsigned* hash, int* count, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float u = (float)hash[i] * 2.3283064365386963e-10f;
        int b = (int)(u * (float)buckets);
        atomicAdd(&count[b], 1);
    }
}
