// fpcheck: running_loss <<<1, 32>>> start=[70000.0,90000.0] loss=const(0.003):4000 total=empty:2 n=4000 streams=2 want=[70012,90012] ref=total=want --tol rtol=2e-6,atol=0
// expect: error compensated sum broken at line 22
// why: fast two-sum needs the larger operand first; with the small loss in its place the error term comes out 0, so what is absorbed is lost as without compensation
// figure: total[0] computed 70000, MPFR 70012.0
// A running loss over many small batches with an error term beside it.
struct Compensated
{
    float sum;
    float error;
};

__device__ float fast_two_sum(float a, float b, float &error)
{
    float s = __fadd_rn(a, b);
    error = __fsub_rn(b, __fsub_rn(s, a));
    return s;
}

__device__ void accumulate(Compensated &acc, float term)
{
    float error;
    acc.sum = fast_two_sum(term, acc.sum, error);
    acc.error = __fadd_rn(acc.error, error);
}

__global__ void running_loss(const float *start, const float *loss, float *total, int n, int streams)
{
    int i = threadIdx.x;
    if (i >= streams)
        return;
    Compensated acc = {start[i], 0.0f};
    for (int t = 0; t < n; t++)
        accumulate(acc, loss[t]);
    total[i] = acc.sum + acc.error;
}
