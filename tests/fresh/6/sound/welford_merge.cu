// fpcheck: welford_merge <<<4, 32>>> n=100 x=uniform(1000,1001):4x100 mean=empty:4 var=empty:4 ref=var=var(x,1) --tol rtol=1e-3,atol=0
// expect: ok
// Row mean and variance: Welford in each lane, Chan's merge over the warp with empty lanes.
__global__ void welford_merge(const float* x, float* mean, float* var, int n)
{
    int lane = threadIdx.x;
    const float* row = x + blockIdx.x * n;
    float mu = 0.0f, m2 = 0.0f, cnt = 0.0f;
    for (int i = lane; i < n; i += 32) {
        cnt += 1.0f;
        float d = row[i] - mu;
        mu += d / cnt;
        m2 += d * (row[i] - mu);
    }
    for (int o = 16; o > 0; o >>= 1) {
        float omu = __shfl_down_sync(0xffffffffu, mu, o);
        float om2 = __shfl_down_sync(0xffffffffu, m2, o);
        float oc = __shfl_down_sync(0xffffffffu, cnt, o);
        float total = cnt + oc;
        if (oc > 0.0f) {
            float d = omu - mu;
            mu += d * (oc / total);
            m2 += om2 + d * d * (cnt * oc / total);
            cnt = total;
        }
    }
    if (lane == 0) {
        mean[blockIdx.x] = mu;
        var[blockIdx.x] = m2 / (float)n;
    }
}
