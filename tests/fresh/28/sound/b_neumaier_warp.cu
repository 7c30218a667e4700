// fpcheck: compensated_rows <<<4, 32>>> x=@b_nw_x.npy sum=empty:4 n=200 ref=sum=@b_nw_s.npy --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: elements of +-2^30 cancel among small ones; sums of pairs are full two-sums (no assumption on the order of magnitude), in the lanes and in the merge alike
// figure: computed 100.261414, MPFR 100.261412 (worst element of a float model of the kernel: error 1.4e-06, tolerance 0.0001)
struct Pair
{
    float high;
    float low;
};

__device__ Pair two_sum(float a, float b)
{
    Pair r;
    r.high = __fadd_rn(a, b);
    float part = __fsub_rn(r.high, a);
    r.low = __fadd_rn(__fsub_rn(a, __fsub_rn(r.high, part)), __fsub_rn(b, part));
    return r;
}

__device__ Pair add(Pair a, Pair b)
{
    Pair s = two_sum(a.high, b.high);
    s.low += a.low + b.low;
    return s;
}

__global__ void compensated_rows(const float *x, float *sum, int n)
{
    const float *row = x + blockIdx.x * n;
    Pair mine = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        Pair element = {row[i], 0.0f};
        mine = add(mine, element);
    }
    for (int o = 16; o > 0; o >>= 1) {
        Pair other;
        other.high = __shfl_down_sync(0xffffffffu, mine.high, o);
        other.low = __shfl_down_sync(0xffffffffu, mine.low, o);
        mine = add(mine, other);
    }
    if (threadIdx.x == 0)
        sum[blockIdx.x] = mine.high + mine.low;
}
