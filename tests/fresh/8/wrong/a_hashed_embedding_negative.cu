// fpcheck: embed<<<4, 16>>> ids=[12,431,1999,30,77,5021,640,88,9001,3,1200,45] table=randn:1009x16 out=empty:4x16 fields=3 buckets=1009 dim=16
// expect: error out-of-bounds at line 23
// why: the product of id and prime overflows a signed int; the remainder of a negative number is negative, so rows before the table are read
// figure: buckets computed [813, 103, 209, -873, 111, 891, 805, -788, -69, 960, -330, -978]: 5 of 12 negative; right ones lie in 0..1008
#include <cuda_runtime.h>

__device__ __forceinline__ int bucket_of(int id, int field, int buckets)
{
    int h = id * 73856093 + field * 19349663;
    return h % buckets;
}

// The mean of the rows of all categorical fields of a sample.
__global__ void embed(const int *ids, const float *table, float *out, int fields, int buckets, int dim)
{
    int sample = blockIdx.x;
    int d = threadIdx.x;
    if (d >= dim)
        return;
    float acc = 0.0f;
    for (int f = 0; f < fields; f++) {
        int b = bucket_of(ids[sample * fields + f], f, buckets);
        acc += table[b * dim + d];
    }
    out[sample * dim + d] = acc / (float)fields;
}
