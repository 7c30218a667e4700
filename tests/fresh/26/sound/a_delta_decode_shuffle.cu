// fpcheck: decode <<<2, 32>>> delta=[3,-1,4,1,-5,9,2,-6,5,3,-5,8,9,-7,9,3,2,-3,8,4,6,-2,6,4,-3,3,8,-3,2,7,9,5,1,1,2,-3,5,8,-13,2,1,3,4,-55,8,9,1,4,4,2,3,3,-3,7,-7,6,1,0,9,8,7,-1,1,5]:i32 y=empty:64 base=100 scale=0.25
// expect: ok
// why: no barrier at all and a variable delta that every lane changes, but the scan passes by registers only
// figure: y[1]: computed 25.5, MPFR 25.5: error 0, integers below 2^24 and a scale of 1/4
// Delta-coded samples, one warp a block of 32: a running sum and a scale.
__global__ void decode(const int *delta, float *y, int base, float scale)
{
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * 32 + lane;
    int v = delta[i];
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, d);
        v += lane >= d ? u : 0;
    }
    y[i] = scale * (float)(base + v);
}
