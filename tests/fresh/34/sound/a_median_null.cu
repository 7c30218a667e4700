// fpcheck: row_median <<<7, 64>>> x=@a_median_null_x.npy median=empty:7 present=empty:7 cols=45 --ref 'median=@a_median_null_median.npy' --ref 'present=@a_median_null_present.npy' --tol 0ulp
// expect: ok
// why: NaN is the column's NULL: such rows become +inf, which ranks last, and are not counted; the rank of each element, ties by position, selects the median, the mean of two only where their number is even
// figure: all of median, present exactly as the reference, e.g. median[0] = 4.25004721
#include <math_constants.h>

__global__ void row_median(const float* x, float* median, int* present, int cols)
{
    __shared__ float s[64];
    __shared__ float lower, upper;
    __shared__ int count;
    int t = threadIdx.x;
    float v = t < cols ? x[blockIdx.x * cols + t] : CUDART_NAN_F;
    bool null = isnan(v);
    if (null)
        v = CUDART_INF_F;
    s[t] = v;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (!null)
        atomicAdd(&count, 1);
    int rank = 0;
    for (int k = 0; k < 64; ++k)
        rank += s[k] < v || (s[k] == v && k < t);
    __syncthreads();
    int n = count;
    if (rank == (n - 1) / 2)
        lower = v;
    if (rank == n / 2)
        upper = v;
    __syncthreads();
    if (t == 0) {
        median[blockIdx.x] = 0.5f * lower + 0.5f * upper;
        present[blockIdx.x] = n;
    }
}
