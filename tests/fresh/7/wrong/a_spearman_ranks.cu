// fpcheck: rank_sort<<<1, 32>>> x=[3.5,1.25,2.0,3.5,0.5,2.0,9.0] sorted=empty:7 shift=0.5 n=7
// expect: error ties leave elements unwritten at line 17
// why: equal values have equal ranks, so both go to one place and the place after it is never written
// figure: computed sorted[3] undefined (nothing writes it), MPFR 2.5
// Rank sort of a sample, shifted by a constant.
__global__ void rank_sort(const float *x, float *sorted, float shift, int n)
{
    __shared__ float all[32];
    int t = threadIdx.x;
    all[t] = t < n ? x[t] + shift : __int_as_float(0x7f800000);
    __syncthreads();
    if (t >= n)
        return;
    float mine = all[t];
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += all[j] < mine;
    sorted[rank] = mine;
}
