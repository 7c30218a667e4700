// fpcheck: tally <<<1, 128>>> hits=uniform(0,1):2048 total=inout:[16777216,0] n=2048
// expect: error accumulator at line 7: a float tally at 2^24 does not move when 1 is added; two thousand decays are lost
// Continues a tally of decays (bin 0: below 0.75, bin 1: the rest).
__global__ void tally(const float* hits, float* total, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = hits[i] < 0.75f ? 0 : 1;
        atomicAdd(&total[b], 1.0f);
    }
}
