// fpcheck: edge_unrank_mended <<<1, 32>>> k=[2,9,12502499,12688202,2000000000] i=empty:5 j=empty:5 n=5 wi=[1,3,4999,5036,63245] wj=[1,3,4999,5036,3365] ref=i=wi ref=j=wj
// expect: ok
// why: the root in float may be a row too far, but two loops of exact integer comparisons mend it
// figure: computed i[2] = 4999, MPFR 4999
// Endpoints of the k-th pair of the lower triangle, for random graphs: k = i (i + 1) / 2 + j.
__device__ long long first_of(long long row)
{
    return row * (row + 1) / 2;
}

__global__ void edge_unrank_mended(const int *k, int *i, int *j, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    long long want = k[t];
    int row = (int)((sqrtf(8.0f * (float)k[t] + 1.0f) - 1.0f) * 0.5f);
    while (first_of(row) > want)
        row--;
    while (first_of(row + 1) <= want)
        row++;
    i[t] = row;
    j[t] = (int)(want - first_of(row));
}
