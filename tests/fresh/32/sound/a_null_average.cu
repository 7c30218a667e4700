// fpcheck: partial_sums <<<5, 64>>> price=@a_null_average_price.npy sum=empty:5 rows=empty:5 columns=150 --ref 'average=@a_null_average_average_ref.npy' --ref 'rows=@a_null_average_rows_ref.npy' --tol rtol=3e-6
// fpcheck+ averages <<<1, 8>>> average=empty:5 groups=5
// expect: ok
// why: NaN stands for NULL in the data and is skipped by x == x; the group of NULLs only has NULL (NaN) as its average, by SQL, and not 0/0 by accident
// figure: average[1] computed 49.699276, exact 49.69927012232634; 0 of 5 beyond the tolerance, worst 0.0392 times
#include <cuda_runtime.h>

__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, d);
    return x;
}

// AVG(price) GROUP BY ..: NaN is NULL
__global__ void partial_sums(const float* price, float* sum, int* rows, int columns)
{
    __shared__ float s[2];
    __shared__ int k[2];
    float v = 0.f;
    int count = 0;
    for (int c = threadIdx.x; c < columns; c += 64) {
        float x = price[blockIdx.x * columns + c];
        bool known = x == x;
        v += known ? x : 0.f;
        count += known;
    }
    v = warp_sum(v);
    for (int d = 16; d > 0; d >>= 1)
        count += __shfl_down_sync(0xffffffffu, count, d);
    if ((threadIdx.x & 31) == 0) {
        s[threadIdx.x >> 5] = v;
        k[threadIdx.x >> 5] = count;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        sum[blockIdx.x] = s[0] + s[1];
        rows[blockIdx.x] = k[0] + k[1];
    }
}

__global__ void averages(const float* sum, const int* rows, float* average, int groups)
{
    int g = threadIdx.x;
    if (g >= groups) return;
    average[g] = rows[g] > 0 ? sum[g] / rows[g] : __int_as_float(0x7fffffff);
}
