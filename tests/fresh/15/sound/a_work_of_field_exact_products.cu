// fpcheck: work_of_field <<<1, 32>>> field=adversarial(20):256 path=randn:256 work=empty:1 n=256
// expect: ok
// why: numbers of a wide range that nearly cancel are added in binary32, but with the errors of every product and every sum kept (TwoProd by fma, TwoSum), in the shuffles too
// figure: error of work against the exact sum about 1e-7 of it (twice the working precision, rounded once)

struct Sum {
    float high, low;
};

__device__ Sum two_sum(float a, float b)
{
    Sum s;
    s.high = __fadd_rn(a, b);
    float t = __fsub_rn(s.high, a);
    s.low = __fadd_rn(__fsub_rn(a, __fsub_rn(s.high, t)), __fsub_rn(b, t));
    return s;
}

__device__ Sum two_product(float a, float b)
{
    Sum p;
    p.high = __fmul_rn(a, b);
    p.low = __fmaf_rn(a, b, -p.high);
    return p;
}

__device__ Sum add(Sum a, Sum b)
{
    Sum s = two_sum(a.high, b.high);
    Sum t = two_sum(a.low, b.low);
    s.low = __fadd_rn(s.low, t.high);
    Sum r = two_sum(s.high, s.low);
    r.low = __fadd_rn(r.low, t.low);
    return two_sum(r.high, r.low);
}

// Work of a force along a path: a dot product.
__global__ void work_of_field(const float *field, const float *path, float *work, int n)
{
    Sum sum = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        sum = add(sum, two_product(field[i], path[i]));
    for (int o = 16; o > 0; o >>= 1) {
        Sum other;
        other.high = __shfl_down_sync(0xffffffffu, sum.high, o);
        other.low = __shfl_down_sync(0xffffffffu, sum.low, o);
        sum = add(sum, other);
    }
    if (threadIdx.x == 0)
        *work = sum.high + sum.low;
}
