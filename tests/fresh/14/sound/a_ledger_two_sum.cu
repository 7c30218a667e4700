// fpcheck: ledger <<<1, 32>>> entry=[1,100000000,3,-100000000,0.25,50000000,-50000000,2,0.5,3000000000,1,1,-3000000000,7,0.125,4,2,4,10000000000,6,-10000000000,3,1,1.5,1,2,3,4,5,6,7,8] balance=empty:4 rows=4 columns=8 want=[6.25,13.625,17.5,36] --ref balance=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the form of six operations holds for any order of magnitudes
// figure: exact: hi + lo holds the sums without a rounding
// Balances of accounts whose large entries cancel, with the rounding errors summed beside.
struct Pair {
    float hi, lo;
};

__device__ Pair add(Pair a, float x)
{
    float s = a.hi + x;
    float v = s - a.hi;
    float e = (a.hi - (s - v)) + (x - v);
    return {s, a.lo + e};
}

__global__ void ledger(const float *entry, float *balance, int rows, int columns)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Pair p = {0.0f, 0.0f};
    for (int c = 0; c < columns; c++)
        p = add(p, entry[r * columns + c]);
    balance[r] = p.hi + p.lo;
}
