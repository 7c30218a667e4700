// fpcheck: loglik <<<1, 32>>> p=uniform(0.01,0.2):32x64 ll=empty:32 cols=64 ref=sum(log(p),1) --tol rtol=0.00001
// expect: error underflow at line 7: a product of 64 probabilities below 0.2 passes below 1e-45 and is 0, its logarithm -infinity
// Log-likelihood of observation sequences.
__global__ void loglik(const float* p, float* ll, int cols) {
    const float* row = p + threadIdx.x * cols;
    float like = 1.0f;
    for (int k = 0; k < cols; ++k) like *= row[k];
    ll[threadIdx.x] = logf(like);
}
