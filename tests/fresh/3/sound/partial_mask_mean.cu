// fpcheck: pressure <<<1, 32>>> p=uniform(1,2):20 mean=empty:1 n=20 ref=mean(p) --tol rtol=0.000001
// expect: ok
// Mean of up to 32 sensors: the mask names the lanes that take part, and what a
// shuffle brings from a lane outside of it is not used.
__global__ void pressure(const float* p, float* mean, int n) {
    int lane = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, lane < n);
    if (lane >= n) return;
    float v = p[lane];
    for (int o = 16; o > 0; o >>= 1) {
        int from = lane + o;
        float w = __shfl_sync(mask, v, from < n ? from : lane);
        if (from < n) v += w;
    }
    if (lane == 0) mean[0] = v / n;
}
