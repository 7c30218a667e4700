// fpcheck: ledger <<<1, 32>>> x=uniform(0.1,0.2):32x400 total=empty:32 cols=400 --ref total=5000000+sum(x,1) --tol rtol=0.0000003
// expect: error compensated sum broken at line 8: the correction is added where it should be subtracted, so what the sum lost is lost twice
// Interest postings on top of a large balance, with compensated addition.
__global__ void ledger(const float* x, float* total, int cols) {
    const float* row = x + threadIdx.x * cols;
    float sum = 5000000.0f, c = 0.0f;
    for (int k = 0; k < cols; ++k) {
        float y = __fadd_rn(row[k], c);
        float t = __fadd_rn(sum, y);
        c = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    total[threadIdx.x] = sum;
}
