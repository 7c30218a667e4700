// fpcheck: block_scale <<<1, 8>>> level=[0.05,0.1,0.1,0.2,0.05,0.025,0.0125,0.05] frames=[40,40,80,40,80,40,80,40] out=empty:8 n=8
// expect: error exponent bits at line 11: the sum stays an ulp or more below the power of two that it should reach, the exponent is one less and the gain doubles
// Automatic gain of a receiver: normalise by the power of two below the summed level.
__global__ void block_scale(const float* level, const int* frames, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float e = 0.0f;
    for (int k = 0; k < frames[i]; ++k)
        e += level[i];
    int ex = (int)(__float_as_uint(e) >> 23) - 127;
    float gain = __uint_as_float((unsigned)(127 - ex) << 23);
    out[i] = level[i] * gain;
}
