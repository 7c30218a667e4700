// fpcheck: closure_sum <<<1, 32>>> x=[[3,1e9,2,-1e9],[1,1e8,-1e8,5],[0.5,4e9,0.25,-4e9]] total=empty:3 rows=3 n=4 want=[5,6,0.75] --ref total=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 13
// why: the fast two-sum takes the running sum for the larger operand; where the new number is larger the error is computed wrongly and lost
// figure: computed total[1] = 5 (1 is lost below 1e8 and its error term comes out as zero), MPFR 6
// Misclosure of a loop of height differences, with a second accumulator for what rounding loses.
struct Sum {
    float high, low;
};

__device__ Sum add(Sum s, float x)
{
    float t = s.high + x;
    float error = __fsub_rn(x, __fsub_rn(t, s.high));
    s.high = t;
    s.low += error;
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
