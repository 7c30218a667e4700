// fpcheck: stable_merge <<<1, 32>>> a=[1.5,3.0,3.0,5.0,8.0,8.0,8.0] b=[3.0,3.0,8.0,9.0] out=empty:11 from=empty:11 na=7 nb=4 want=[1.5,3.0,3.0,3.0,3.0,5.0,8.0,8.0,8.0,8.0,9.0] ref=out=want --tol bitwise
// expect: ok
// why: equal keys in both runs, but one side counts smaller, the other smaller-or-equal: no two threads write one place
// figure: computed 3, right 3 (out[1]): copies
template <bool OR_EQUAL> __device__ int rank_in(const float *run, int n, float key)
{
    int lo = 0;
    int len = n;
    while (len > 0) {
        int half = len >> 1;
        float m = run[lo + half];
        bool right = OR_EQUAL ? m <= key : m < key;
        lo = right ? lo + half + 1 : lo;
        len = right ? len - half - 1 : half;
    }
    return lo;
}

__global__ void stable_merge(const float *a, const float *b, float *out, int *from, int na, int nb)
{
    for (int t = threadIdx.x; t < na + nb; t += blockDim.x) {
        bool left = t < na;
        int j = left ? t : t - na;
        float v = left ? a[j] : b[j];
        int place = j + (left ? rank_in<false>(b, nb, v) : rank_in<true>(a, na, v));
        out[place] = v;
        from[place] = left ? 0 : 1;
    }
}
