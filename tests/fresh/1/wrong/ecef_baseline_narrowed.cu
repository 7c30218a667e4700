// fpcheck: baseline <<<1, 16>>> p=uniform(4000000,5000000):16x3 d=uniform(0.01,0.05):16x3 len=empty:16 n=16 --ref len=sqrt(sum(d*d,1)) --tol rtol=1e-3,atol=0
// expect: error narrowing at line 10: earth-centred coordinates of 4e6 m keep half a metre in binary32, the baseline is centimetres
__global__ void baseline(const double* __restrict__ p, const double* __restrict__ d, float* len, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float s = 0.0f;
    for (int k = 0; k < 3; ++k) {
        float a = (float)p[3 * i + k];
        float b = (float)(p[3 * i + k] + d[3 * i + k]);
        float e = b - a;
        s += e * e;
    }
    len[i] = sqrtf(s);
}
