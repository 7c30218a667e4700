// fpcheck: charge_sum <<<1, 32>>> q=const(0.1):4x4096 total=empty:4 rows=4 n=4096 ref=total=sum(q,1) --tol rtol=1e-6,atol=0
// expect: ok
__global__ void charge_sum(const float *q, float *total, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f, c = 0.0f;
    for (int j = 0; j < n; j++) {
        float x = q[r * n + j];
        float t = __fadd_rn(sum, x);
        if (fabsf(sum) >= fabsf(x))
            c += __fadd_rn(__fsub_rn(sum, t), x);
        else
            c += __fadd_rn(__fsub_rn(x, t), sum);
        sum = t;
    }
    total[r] = sum + c;
}
