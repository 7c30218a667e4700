// fpcheck: best_satellite <<<1, 32>>> snr=[41.3125,44.0078125,44.0234375,44.001,44.03,38.5,44.015625,44.0] best=empty:1 score=empty:1 n=8 ref=score=max(snr) --tol rtol=1e-5,atol=0
// expect: error packed key truncation at line 8: 12 bits of index displace 12 bits of mantissa; scores within 2^-11 tie and the larger index wins
__global__ void best_satellite(const float *snr, int *best, float *score, int n)
{
    int lane = threadIdx.x & 31;
    unsigned key = 0;
    for (int i = lane; i < n; i += 32) {
        unsigned k = (__float_as_uint(snr[i]) & 0xfffff000u) | (unsigned)i;
        key = max(key, k);
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        key = max(key, __shfl_xor_sync(0xffffffffu, key, offset));
    if (lane == 0) {
        int winner = (int)(key & 0xfffu);
        *best = winner;
        *score = snr[winner];
    }
}
