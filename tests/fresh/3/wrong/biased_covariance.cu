// fpcheck: covariance <<<1, 32>>> x=[1,2,4,3,7,5,8,6] y=[2,1,3,5,6,8,7,9] cov=empty:1 n=8 ref=sum((x-mean(x))*(y-mean(y)))/7 --tol rtol=0.0001
// expect: error mismatch with reference at line 21: the sample covariance divides by n - 1, this one by n (4.8125 for 5.5)
// Sample covariance of two return series, one warp.
__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void covariance(const float* x, const float* y, float* cov, int n) {
    int lane = threadIdx.x;
    float sx = 0.0f, sy = 0.0f;
    for (int i = lane; i < n; i += 32) {
        sx += x[i];
        sy += y[i];
    }
    float mx = warp_sum(sx) / n;
    float my = warp_sum(sy) / n;
    float c = 0.0f;
    for (int i = lane; i < n; i += 32) c += (x[i] - mx) * (y[i] - my);
    c = warp_sum(c);
    if (lane == 0) cov[0] = c / n;
}
