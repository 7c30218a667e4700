// fpcheck: rank_sort<<<1, 32>>> magnitude=[4.5,2.25,7,4.5,1,9.5,2.25,3,4.5,6] sorted=empty:10 star=empty:10 n=10
// expect: error uninitialised at line 18
// why: equal magnitudes get the same rank: several threads write the same place and the places behind it are never written
// figure: computed sorted[2]=undefined, MPFR 2.25
// Sorts a short catalogue by magnitude: each star counts how many come before it and goes there.
__global__ void rank_sort(const float *magnitude, float *sorted, int *star, int n)
{
    __shared__ float m[32];
    int t = threadIdx.x;
    if (t < n)
        m[t] = magnitude[t];
    __syncthreads();
    if (t >= n)
        return;
    int rank = 0;
    for (int k = 0; k < n; k++)
        rank += m[k] < m[t];
    sorted[rank] = m[t];
    star[rank] = t;
}
