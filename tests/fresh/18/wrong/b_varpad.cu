// fpcheck: row_variance <<<3, 32>>> x=uniform(4,6):3x37 v=empty:3 dim=37 --ref 'v=var(x, 1)' --tol rtol=1e-4,atol=1e-6
// expect: error tail mask at line 31: lanes beyond the row hold 0 and add (0 - mean)^2 each to the sum of squares
// why: lanes beyond the row hold 0 and add (0 - mean)^2 each to the sum of squares
// figure: v[0] about computed 18.16, right 0.3056
__device__ float all_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

template <int PER>
__device__ void load_row(float (&r)[PER], const float *p, int dim)
{
#pragma unroll
    for (int k = 0; k < PER; k++) {
        int j = threadIdx.x + 32 * k;
        r[k] = j < dim ? p[j] : 0.0f;
    }
}

__global__ void row_variance(const float *x, float *v, int dim)
{
    float r[2];
    load_row<2>(r, x + blockIdx.x * dim, dim);
    float mean = all_sum(r[0] + r[1]) / (float)dim;
    float q = 0.0f;
#pragma unroll
    for (int k = 0; k < 2; k++) {
        float d = r[k] - mean;
        q += d * d;
    }
    q = all_sum(q);
    if (threadIdx.x == 0)
        v[blockIdx.x] = q / (float)dim;
}
