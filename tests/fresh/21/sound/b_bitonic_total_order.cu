// fpcheck: sort_scores<<<2, 32>>> numerator=[[1.0,6.0,5.0,0.0,0.0,0.0,8.0,6.0,2.0,2.0,7.0,4.0,8.0,8.0,1.0,0.0,0.0,1.0,5.0,0.0,7.0,7.0,6.0,6.0,7.0,0.0,4.0,1.0,6.0,6.0,0.0,1.0],[5.0,2.0,2.0,6.0,4.0,0.0,1.0,0.0,2.0,4.0,1.0,0.0,2.0,3.0,2.0,0.0,5.0,6.0,3.0,0.0,0.0,2.0,3.0,0.0,2.0,7.0,2.0,0.0,5.0,3.0,6.0,7.0]] denominator=[[4.0,2.0,2.0,0.0,0.0,1.0,4.0,1.0,5.0,3.0,2.0,4.0,5.0,3.0,2.0,0.0,0.0,5.0,4.0,2.0,5.0,4.0,1.0,1.0,5.0,0.0,1.0,2.0,5.0,4.0,0.0,5.0],[2.0,3.0,3.0,4.0,4.0,4.0,1.0,0.0,1.0,1.0,1.0,0.0,1.0,4.0,2.0,0.0,2.0,2.0,4.0,1.0,0.0,5.0,4.0,4.0,2.0,3.0,5.0,1.0,5.0,3.0,5.0,2.0]] sorted=empty:2x32
// expect: ok
// why: 0/0 would be NaN, but the empty ones get -1 by the test before the division, so the network sees numbers only
// figure: computed sorted[0][31] = 6, MPFR 6 (one rounding of the division)
__device__ float ratio(float a, float b)
{
    return b > 0.0f ? a / b : -1.0f;
}

__global__ void sort_scores(const float *numerator, const float *denominator, float *sorted)
{
    int lane = threadIdx.x;
    int at = blockIdx.x * 32 + lane;
    float v = ratio(numerator[at], denominator[at]);
    for (int size = 2; size <= 32; size <<= 1)
        for (int d = size >> 1; d > 0; d >>= 1)
        {
            float other = __shfl_xor_sync(0xffffffffu, v, d);
            bool small = ((lane & d) == 0) == ((lane & size) == 0);
            v = small ? fminf(v, other) : fmaxf(v, other);
        }
    sorted[at] = v;
}
