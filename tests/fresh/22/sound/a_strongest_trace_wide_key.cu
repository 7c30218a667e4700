// fpcheck: strongest <<<2, 32>>> amplitude=[0.2776,0.7966,0.2654,1.00000083,0.4907,0.5894,0.7127,0.5147,0.3374,0.2502,0.1646,-1.00000083,0.453,0.2266,0.8039,0.3193,0.4314,0.3369,0.603,0.5639,1.0,0.3127,0.3277,0.3029,0.3621,0.2153,0.2325,0.8711,0.8682,1.00000024,0.1194,0.2636,0.6599,-2.5000021,0.1183,0.5621,0.1013,0.5124,0.6118,2.5000021,0.3073,0.742,0.7964,0.8382,0.1018,0.4756,0.8852,0.4192,0.751,0.5372,0.7167,0.4879,0.1233,0.1692,0.1892,0.301,0.8719,0.6054,0.7533,0.5529,0.6083,0.7495,2.500001,0.8301] pick=empty:2:i32 n=64 want=[3,1] ref=pick=want
// expect: ok
// why: amplitudes as integer keys, but 64 bits wide: all bits of the amplitude above, the inverted lane below, so ties go to the lowest lane
// figure: computed 3 and 1, MPFR the same
__global__ void strongest(const float *amplitude, int *pick, int n)
{
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * 32 + lane;
    float a = i < n ? fabsf(amplitude[i]) : 0.0f;
    unsigned long long key = ((unsigned long long)__float_as_uint(a) << 32) | (unsigned)(31 - lane);
    for (int d = 16; d > 0; d >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, d);
        key = other > key ? other : key;
    }
    if (lane == 0)
        pick[blockIdx.x] = 31 - (int)(key & 31u);
}
