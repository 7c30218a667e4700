// fpcheck: ledger <<<1, 32>>> amount=[1e8, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, -1e8, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 1.0, 0.5, 1e8, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, -1e8, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 0.25, 0.5, 1.25, 3.0, 0.75, 0.125, 2.5, 1.0, 0.5] total=empty:1 n=64 ref=total=sum(amount) --tol rtol=1e-5,atol=0
// expect: error cancellation at line 22
// why: each lane compensates its own sum, but the tree over the lanes adds the high parts plainly and loses the cents there
// figure: computed total = 68.5, MPFR 70
// Sum of a ledger; every lane keeps a sum and the error of its additions.
__device__ void two_sum(float a, float b, float &s, float &e)
{
    s = __fadd_rn(a, b);
    float t = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, t)), __fsub_rn(b, t));
}

__global__ void ledger(const float *amount, float *total, int n)
{
    float sum = 0.0f, error = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float e;
        two_sum(sum, amount[i], sum, e);
        error += e;
    }
    for (int o = 1; o < 32; o <<= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        error += __shfl_xor_sync(0xffffffffu, error, o);
    }
    if (threadIdx.x == 0)
        total[0] = sum + error;
}
