// fpcheck: compensated_rows <<<1, 32>>> x=@b_comp_x.npy sum=empty:4 n=64 rows=4 ref=sum=sum(x,1) --tol rtol=1e-5,atol=1e-3
// expect: error cancellation at line 14
// why: Fast2Sum needs the larger operand first; where an element is larger than the sum so far, the "error" is of the wrong part and the small terms are lost
// figure: computed 30.1939697, MPFR 32.4364288 (sum[0]; with a full two-sum 32.4364319)
struct Sum
{
    float high;
    float low;
};

__device__ Sum add(Sum s, float x)
{
    float high = s.high + x;
    float error = x - (high - s.high);
    Sum r;
    r.high = high;
    r.low = s.low + error;
    return r;
}

__global__ void compensated_rows(const float *x, float *sum, int n, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    Sum s = {0.0f, 0.0f};
    for (int i = 0; i < n; i++)
        s = add(s, x[row * n + i]);
    sum[row] = s.high + s.low;
}
