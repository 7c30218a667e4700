// fpcheck: column_sum<<<1, 32>>> x=[1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0,6.0,2.0,7.0,3.0,8.0,4.0,9.0,5.0,1.0] valid=[4042322167,4294902015] total=empty:1 n=64 want=[217] ref=total=want --tol rtol=1e-5,atol=0
// expect: error tail mask wrong at line 10
// why: for n a multiple of 32 the mask of the last word is (1 << 0) - 1 = 0 and 32 rows are dropped
// figure: computed 93, MPFR 217
// Sum of a nullable column: a validity bitmap beside the values.
__device__ unsigned word_mask(int word, int words, int n)
{
    if (word + 1 < words)
        return 0xffffffffu;
    return (1u << (n & 31)) - 1u;
}

__global__ void column_sum(const float *x, const unsigned *valid, float *total, int n)
{
    int lane = threadIdx.x;
    int words = (n + 31) / 32;
    float s = 0.0f;
    for (int w = 0; w < words; w++) {
        unsigned bits = valid[w] & word_mask(w, words, n);
        int i = w * 32 + lane;
        if (bits >> lane & 1u)
            s += x[i];
    }
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0)
        total[0] = s;
}
