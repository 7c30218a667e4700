// fpcheck: ledger <<<1, 32>>> entry=[1.0,100000000.0,1.0,-100000000.0,0.0,0.0,0.0,0.0,3.0,5.0,2000000000.0,7.0,-2000000000.0,1.0,0.5,0.0,0.125,-10000000.0,0.25,10000000.0,0.5,0.0,0.0,1.0,12.5,3000000000.0,0.0,-3000000000.0,-12.0,0.0,0.0,0.0] balance=empty:4 rows=4 n=8
// expect: error absorption at line 10
// why: (s - t) + x recovers the lost part only where |s| >= |x|; Neumaier's branch on the larger one is missing, so that what was in s before a large entry is gone.
// figure: computed 8.5, MPFR 16.5 (balance[1])
// Balances of accounts with very large transfers that go in and out again.
struct Compensated {
    float s, c;
    __device__ void add(float x)
    {
        float t = s + x;
        c += (s - t) + x;
        s = t;
    }
    __device__ float value() const { return s + c; }
};

__global__ void ledger(const float *entry, float *balance, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Compensated sum = {0.0f, 0.0f};
    for (int j = 0; j < n; j++)
        sum.add(entry[r * n + j]);
    balance[r] = sum.value();
}
