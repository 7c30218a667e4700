// fpcheck: ensemble_mean <<<1, 32>>> t=uniform(270,300):MxS mean=empty:S M=16 S=16 ref=mean(t,0) --tol rtol=0.00001
// expect: error mismatch with reference at line 8: the index runs along a member's stations, so it is the mean over stations, not over members
// Mean over M ensemble members (rows) at each of S stations (columns).
__global__ void ensemble_mean(const float* t, float* mean, int M, int S) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= S) return;
    float sum = 0.0f;
    for (int m = 0; m < M; ++m) sum += t[s * M + m];
    mean[s] = sum / M;
}
