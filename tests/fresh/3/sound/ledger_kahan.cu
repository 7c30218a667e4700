// fpcheck: ledger <<<1, 32>>> x=uniform(0.1,0.2):32x400 total=empty:32 cols=400 --ref total=1000000+sum(x,1) --tol rtol=0.0000001
// expect: ok
// Small postings on a large balance with Kahan's compensation.
__global__ void ledger(const float* x, float* total, int cols) {
    const float* row = x + threadIdx.x * cols;
    float sum = 1000000.0f, c = 0.0f;
    for (int k = 0; k < cols; ++k) {
        float y = __fsub_rn(row[k], c);
        float t = __fadd_rn(sum, y);
        c = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    total[threadIdx.x] = sum;
}
