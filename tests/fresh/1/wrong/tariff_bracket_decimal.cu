// fpcheck: tariff <<<1, 8>>> units=[7,8,9,10,11,12,30,40] fee=empty:8 n=8
// expect: error branch decided wrong at line 11: repeated addition of 0.1 passes the bracket early or late, and the fee jumps by 25
__global__ void tariff(const float* units, float* fee, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float used = 0.0f;
    int m = (int)units[i];
    for (int k = 0; k < m; ++k) used += 0.1f;
    float limit = units[i] * 0.1f;
    fee[i] = 5.0f + (used > limit ? 25.0f : 0.0f);
}
