// fpcheck: solve3 <<<1, 32>>> a=uniform(-0.5,0.5):32x3 b=uniform(1,2):32x3 x=empty:32x3 n=32
// expect: ok
// A = [[3,a0,a1],[a0,3,a2],[a1,a2,3]] is diagonally dominant.
__global__ void solve3(const float* a, const float* b, float* x, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float a0 = a[3 * i], a1 = a[3 * i + 1], a2 = a[3 * i + 2];
    float l00 = sqrtf(3.0f);
    float l10 = a0 / l00, l20 = a1 / l00;
    float l11 = sqrtf(3.0f - l10 * l10);
    float l21 = (a2 - l20 * l10) / l11;
    float l22 = sqrtf(3.0f - l20 * l20 - l21 * l21);
    float y0 = b[3 * i] / l00;
    float y1 = (b[3 * i + 1] - l10 * y0) / l11;
    float y2 = (b[3 * i + 2] - l20 * y0 - l21 * y1) / l22;
    float z2 = y2 / l22;
    float z1 = (y1 - l21 * z2) / l11;
    x[3 * i] = (y0 - l10 * z1 - l20 * z2) / l00;
    x[3 * i + 1] = z1;
    x[3 * i + 2] = z2;
}
