// fpcheck: kepler <<<1, 64>>> M=uniform(0.3,2.8):64 ecc=uniform(0,0.6):64 E=empty:64 n=64
// expect: ok
__global__ void kepler(const float* M, const float* ecc, float* E, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float e = ecc[i], m = M[i];
    float x = m + e * sinf(m) / (1.0f - e * cosf(m) * 0.5f);
    for (int k = 0; k < 8; ++k) {                    // a fixed number of steps, no stopping test
        float f = (x - e * sinf(x)) - m;
        x -= f / (1.0f - e * cosf(x));
    }
    E[i] = x;
}
