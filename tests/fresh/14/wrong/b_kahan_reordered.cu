// fpcheck: fees <<<1, 32>>> fee=[107.86,105.51,102.44,103.34,103.19,103.9,108.01,100.91,103.74,107.91,107.59,106.04,101.31,103.6,108.71,109.78,107.07,101.61,108.79,101.62,103.39,103.53,103.88,101.16,101.86,107.55,100.76,103.93,100.03,104.62,100.87,100.34,108.12,102.06,108.11,102.68,108.01,104.42,106.71,109.74,102.07,106.31,100.83,104.65,101.61,107.66,101.07,104.44,100.71,104.72,108.87,107.7,104.74,109.21,104.9,102.58,101.42,108.18,101.5,106.48,108.62,102.59,107.52,101.17] total=empty:2 accounts=2 n=32 want=[3334.85001373291,3359.400001525879] ref=total=want --tol rtol=1e-6
// expect: error compensated sum broken by reordering at line 15
// why: the sum is replaced before the compensation is taken: (t - sum) is 0, c is -y, so that every element is carried on into all later ones
// figure: computed 55319.3125, MPFR 3334.85001 (total[0])
// Fees of an account by compensated summation.
struct Kahan {
    float sum, c;
};

__device__ inline void add(Kahan &k, float x)
{
    float y = x - k.c;
    float t = k.sum + y;
    k.sum = t;
    k.c = (t - k.sum) - y;
}

__global__ void fees(const float *fee, float *total, int accounts, int n)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= accounts)
        return;
    Kahan k = {0.0f, 0.0f};
    for (int i = 0; i < n; i++)
        add(k, fee[a * n + i]);
    total[a] = k.sum;
}
