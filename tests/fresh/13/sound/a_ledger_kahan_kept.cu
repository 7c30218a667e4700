// fpcheck: close_ledger<<<1, 4>>> fees=const(0.2):4x8192 opening=4194304.0 balance=empty:4 accounts=4 entries=8192
// expect: ok
// why: each fee is less than half an ulp of the balance, but the compensation collects them
// figure: computed balance[0] = 4195942.5, MPFR 4195942.4 (2.4e-08 of a tolerance of 1e-7 relative)
// Closing balance of each account, Kahan's sum.
struct Kahan {
    float sum, lost;
    __device__ void add(float x)
    {
        float y = x - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
};

__global__ void close_ledger(const float *fees, float opening, float *balance, int accounts, int entries)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= accounts)
        return;
    const float *row = fees + (size_t)a * entries;
    Kahan k{opening, 0.0f};
    for (int i = 0; i < entries; ++i)
        k.add(row[i]);
    balance[a] = k.sum;
}
