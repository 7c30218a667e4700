// fpcheck: router_top1 <<<1, 32>>> score=[2.0,1.0,1.5,3.0001,3.0004,3.0002,3.0003,1.0,0.5,2.5,2.25,2.75,1.125,1.25,1.375,1.6,1.7,1.8,1.9,2.1,2.2,2.3,2.4,2.6,2.7,2.8,2.9,0.1,0.2,0.3,0.4,0.6] gate=empty:1 ref=max(score)
// expect: error index off at line 8: the lowest 12 bits of the score make room for the index: experts 3 to 6 tie and the gate loses them
// Mixture-of-experts router: best expert and its score through one 32-bit warp maximum.
__global__ void router_top1(const float* score, float* gate)
{
    unsigned lane = threadIdx.x;
    float s = score[lane] * score[lane] / score[lane];
    unsigned key = (__float_as_uint(s) & 0xfffff000u) | lane;
    unsigned best = __reduce_max_sync(0xffffffffu, key);
    if (lane == 0)
        gate[0] = __uint_as_float(best & 0xfffff000u);
}
