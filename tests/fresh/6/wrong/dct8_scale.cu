// fpcheck: dct8_scale <<<1, 32>>> x=[52, 55, 61, 66, 70, 61, 64, 73] y=empty:8 energy=empty:1 ref=energy=sum(x*x) --tol rtol=1e-4,atol=0
// expect: error mismatch at line 12: the DC term of an orthonormal DCT-II has sqrt(1/8), not sqrt(2/8); Parseval fails
// 8-point orthonormal DCT-II of an image row, with its energy (which equals the energy of the samples).
__global__ void dct8_scale(const float* x, float* y, float* energy)
{
    int k = threadIdx.x;
    float c = 0.0f;
    if (k < 8) {
        float s = 0.0f;
        for (int j = 0; j < 8; ++j)
            s += x[j] * cospif((float)((2 * j + 1) * k) * 0.0625f);
        c = 0.5f * s;
        y[k] = c;
    }
    float e = c * c;
    for (int d = 16; d > 0; d >>= 1) e += __shfl_xor_sync(0xffffffffu, e, d);
    if (k == 0) energy[0] = e;
}
