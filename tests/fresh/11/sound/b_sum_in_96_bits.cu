// fpcheck: wide_sum <<<1, 32>>> x=[9223372036854775807,9223372036854775807,-5,17,9000000000000000000,-9223372036854775807,123456789,1] low=empty:1 high=empty:1 n=8 want=[-223372036731319007] wanthi=[0] ref=low=want ref=high=wanthi --tol bitwise
// expect: ok
// why: the low word wraps on purpose; carries are counted in the high word, as a database sums bigint into numeric
// figure: computed high = 0, low = -223372036731319007, MPFR 18223372036978232609; error 0, tolerance 0
struct Wide {
    unsigned long long low;
    long long high;
};

__device__ Wide add(Wide a, Wide b)
{
    Wide s;
    s.low = a.low + b.low;
    s.high = a.high + b.high + (s.low < a.low ? 1 : 0);
    return s;
}

__global__ void wide_sum(const long long *x, long long *low, long long *high, int n)
{
    int lane = threadIdx.x;
    Wide w = {0ull, 0ll};
    if (lane < n) {
        w.low = (unsigned long long)x[lane];
        w.high = x[lane] < 0 ? -1ll : 0ll;
    }
    for (int o = 16; o > 0; o >>= 1) {
        Wide other;
        other.low = __shfl_xor_sync(0xffffffffu, w.low, o);
        other.high = __shfl_xor_sync(0xffffffffu, w.high, o);
        w = add(w, other);
    }
    if (lane == 0) {
        *low = (long long)w.low;
        *high = w.high;
    }
}
