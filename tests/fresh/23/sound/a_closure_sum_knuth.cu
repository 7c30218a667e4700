// fpcheck: closure_sum <<<1, 32>>> x=[[3,1e9,2,-1e9],[1,1e8,-1e8,5],[0.5,4e9,0.25,-4e9]] total=empty:3 rows=3 n=4 want=[5,6,0.75] --ref total=want --tol rtol=1e-6,atol=0
// expect: ok
// why: large numbers cancel each other; Knuth's two-sum needs no order of the operands, and the intrinsics keep it from being simplified
// figure: computed total = 5, 6, 0.75, exact
struct Sum {
    float high, low;
};

__device__ Sum add(Sum s, float x)
{
    float t = __fadd_rn(s.high, x);
    float z = __fsub_rn(t, s.high);
    float error = __fadd_rn(__fsub_rn(s.high, __fsub_rn(t, z)), __fsub_rn(x, z));
    s.high = t;
    s.low = __fadd_rn(s.low, error);
    return s;
}

__global__ void closure_sum(const float *x, float *total, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    Sum s = {0.0f, 0.0f};
    for (int i = 0; i < n; i++)
        s = add(s, x[r * n + i]);
    total[r] = s.high + s.low;
}
