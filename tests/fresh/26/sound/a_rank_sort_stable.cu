// fpcheck: rank_sort <<<1, 16>>> x=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3] y=empty:16 --ref 'y=@a_rank_sort.npy' --tol bitwise
// expect: ok
// why: ranks by comparison with many equal elements, but ties go by index, so the ranks are a permutation
// figure: y[1]: computed 1, MPFR 1: error 0, a permutation
// Sorts a block by the rank of each element.
__global__ void rank_sort(const float *x, float *y)
{
    __shared__ float s[16];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int rank = 0;
    for (int j = 0; j < 16; j++)
        rank += s[j] < s[t] || (s[j] == s[t] && j < t);
    y[rank] = s[t];
}
