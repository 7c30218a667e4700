// fpcheck: pair_distance <<<1, 32>>> x=arange:5000 d=empty:16 first=12497492 n=16
// expect: error index off by one at line 8
// why: 8 k + 1 near 1e8 is no float, the root rounds up to a whole number and the row is one too large: the column becomes negative
// figure: computed k = 12497499: row 4999, column -1, MPFR row 4998, column 4998
// Particle methods: distances of pair k = i (i + 1) / 2 + j of a triangular list.
__device__ int row_of(int k)
{
    return (int)((sqrtf(8.0f * k + 1.0f) - 1.0f) * 0.5f);
}

__global__ void pair_distance(const float *x, float *d, int first, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int k = first + t;
    int i = row_of(k);
    int j = k - i * (i + 1) / 2;
    d[t] = fabsf(x[i] - x[j]);
}
