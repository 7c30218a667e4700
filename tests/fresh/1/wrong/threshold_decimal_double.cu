// fpcheck: classify <<<1, 8>>> conc=[0.09,0.11,0.17,0.3,0.23,0.36,0.9,0.59] alarm=empty:8 n=8
// expect: error branch decided wrong at line 11: the sum of seven doses of conc/7 rounds across the limit that it equals
// Exposure: seven equal part doses; alarm (weight 1000) where their sum exceeds the dose itself.
__global__ void classify(const float* conc, float* alarm, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float part = conc[i] / 7.0f;
    float total = 0.0f;
    for (int k = 0; k < 7; ++k) total += part;
    alarm[i] = total > conc[i] ? 1000.0f : 1.0f;
}
