// fpcheck: pressure <<<1, 32>>> p=uniform(1,2):20 mean=empty:1 n=20
// expect: error shuffle at line 8: lanes 20 to 31 have left the kernel, lanes 4 and up read values of lanes that are gone (undefined), and lane 0 sums them
// Mean pressure of up to 32 sensors.
__global__ void pressure(const float* p, float* mean, int n) {
    int lane = threadIdx.x;
    if (lane >= n) return;
    float v = p[lane];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0) mean[0] = v / n;
}
