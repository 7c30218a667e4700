// fpcheck: fft16_batch <<<4, 32>>> re=uniform(-1,1):8x16 im=uniform(-1,1):8x16 ore=empty:8x16 oim=empty:8x16
// expect: ok
// 16-point FFTs in registers, half a warp each: decimation in frequency by shuffles, bit-reversed store.
__global__ void fft16_batch(const float* re, const float* im, float* ore, float* oim)
{
    int k = threadIdx.x & 15;
    int which = blockIdx.x * 2 + (threadIdx.x >> 4);
    float r = re[which * 16 + k], i = im[which * 16 + k];
    for (int half = 8; half > 0; half >>= 1) {
        float pr = __shfl_xor_sync(0xffffffffu, r, half);
        float pi = __shfl_xor_sync(0xffffffffu, i, half);
        if ((k & half) == 0) {
            r += pr;
            i += pi;
        } else {
            float dr = pr - r, di = pi - i;
            float s, c;
            sincospif(-(float)(k & (half - 1)) / (float)half, &s, &c);
            r = dr * c - di * s;
            i = dr * s + di * c;
        }
    }
    int rev = (int)(__brev((unsigned)k) >> 28);
    ore[which * 16 + rev] = r;
    oim[which * 16 + rev] = i;
}
