// fpcheck: charge_sum <<<1, 32>>> q=const(0.1):4x4096 total=empty:4 rows=4 n=4096 ref=total=sum(q,1) --tol rtol=1e-6,atol=0
// expect: error compensated sum broken at line 10: the compensation is added where it must be subtracted, which doubles the error
__global__ void charge_sum(const float *q, float *total, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f, c = 0.0f;
    for (int j = 0; j < n; j++) {
        float y = __fadd_rn(q[r * n + j], c);
        float t = __fadd_rn(sum, y);
        c = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    total[r] = sum;
}
