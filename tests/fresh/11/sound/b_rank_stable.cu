// fpcheck: rank_sort <<<1, 32>>> score=[7,3,9,3,1,9,4,8,2,6] order=empty:10 n=10 want=[4,8,1,3,6,9,0,7,2,5] ref=order=want --tol bitwise
// expect: ok
// why: every thread writes where its rank says, without atomics; ties are ranked by index, so the ranks are a permutation
// figure: computed order[2] = 1, MPFR 1; error 0, tolerance 0
__device__ bool before(float a, int i, float b, int j)
{
    return a < b || (a == b && i < j);
}

__global__ void rank_sort(const float *score, int *order, int n)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    if (t < n)
        s[t] = score[t];
    __syncthreads();
    if (t >= n)
        return;
    int r = 0;
    for (int j = 0; j < n; j++)
        r += before(s[j], j, s[t], t) ? 1 : 0;
    order[r] = t;
}
