// fpcheck: close_ledger<<<1, 4>>> fees=const(0.2):4x8192 opening=4194304.0 balance=empty:4 accounts=4 entries=8192
// expect: error broken compensated sum at line 17
// why: the compensation has the opposite sign ((sum - t) + y where y = x - c wants (t - sum) - y), so every second fee is subtracted again and all of them are lost
// figure: computed balance[0] = 4194304, MPFR 4195942.4
// Closing balance of each account: many small fees on a large opening balance.
__global__ void close_ledger(const float *fees, float opening, float *balance, int accounts, int entries)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= accounts)
        return;
    const float *row = fees + (size_t)a * entries;
    float sum = opening;
    float c = 0.0f;
    for (int i = 0; i < entries; ++i) {
        float y = row[i] - c;
        float t = sum + y;
        c = (sum - t) + y;
        sum = t;
    }
    balance[a] = sum;
}
