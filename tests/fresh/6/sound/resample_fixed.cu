// fpcheck: resample_fixed <<<4, 128>>> n=512 num=147 den=160 x=uniform(-1,1):1024 y=empty:512
// expect: ok
// 48 kHz -> 44.1 kHz positions as exact rationals: position = i * num / den by integers, linear interpolation.
__global__ void resample_fixed(const float* x, float* y, int n, int num, int den)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int p = i * num;
    int i0 = p / den;
    float f = (float)(p - i0 * den) / (float)den;
    float a = x[i0], b = x[i0 + 1];
    y[i] = (1.0f - f) * a + f * b;
}
