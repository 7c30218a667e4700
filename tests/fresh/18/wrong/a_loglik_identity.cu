// fpcheck: best_loglik <<<3, 32>>> ll=[-131.241,-133.169,-135.253,-143.353,-135.628,-131.798,-134.691,-120.887,-121.305,-141.101,-149.496,-137.796,-131.808,-125.11,-135.067,-149.462,-143.116,-136.189,-145.809,-126.965,-135.413,-148.574,-137.334,-133.774,-128.078,-136.44,-148.713,-120.171,-143.51,-144.615,-146.585,-142.215,-144.274,-135.56,-136.841,-132.783,-121.684,-146.1,-137.1,-125.995,-135.142,-134.548,-130.704,-130.382,-136.154] best=empty:3 rows=3 n=15 want=[-120.887,-120.171,-121.684] ref=best=want --tol rtol=1e-6,atol=0
// expect: error identity of a reduction at line 8
// why: lanes without an element bring 0 into a maximum of log-likelihoods, which are all negative
// figure: computed 0, MPFR -120.887
#define FULL 0xffffffffu

template <typename T> struct Maximum {
    static __device__ T identity() { return T(0); }
    static __device__ T apply(T a, T b) { return a > b ? a : b; }
};

template <typename Op, typename T> __device__ T warp_reduce(T v)
{
    for (int o = 16; o > 0; o /= 2)
        v = Op::apply(v, __shfl_xor_sync(FULL, v, o));
    return v;
}

// The best log-likelihood of each row of a profile, one warp a row.
__global__ void best_loglik(const float *ll, float *best, int rows, int n)
{
    typedef Maximum<float> Max;
    int row = blockIdx.x;
    float v = Max::identity();
    for (int i = threadIdx.x; i < n; i += 32)
        v = Max::apply(v, ll[row * n + i]);
    v = warp_reduce<Max>(v);
    if (threadIdx.x == 0)
        best[row] = v;
}
