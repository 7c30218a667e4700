// fpcheck: edge_unrank <<<1, 32>>> k=[2,9,12502499,12688202,12875274] i=empty:5 j=empty:5 n=5 want=[1,3,4999,5036,5073] ref=i=want
// expect: error index by a floating-point root is off by one at line 12
// why: 8k+1 does not fit a float, so the root of the last element of a row rounds up to the next row, and the column is negative
// figure: computed i = 5000, MPFR 4999 (k = 12502499)
// Endpoints of the k-th pair of the lower triangle, for random graphs: k = i (i + 1) / 2 + j.
__global__ void edge_unrank(const int *k, int *i, int *j, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    float root = sqrtf(8.0f * (float)k[t] + 1.0f);
    int row = (int)((root - 1.0f) * 0.5f);
    i[t] = row;
    j[t] = (int)((long long)k[t] - (long long)row * (row + 1) / 2);
}
