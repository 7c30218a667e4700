// fpcheck: charge_balance <<<1, 32>>> q=[[1,3e8,0.5,-3e8,0.25,0.125,2,1],[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8],[2,-5e9,1,1,5e9,1,1,0.5]] total=empty:3 sites=3 terms=8
// expect: error compensated at line 14
// why: Kahan's step takes the running sum for the larger operand; where a spike of 3e8 comes onto a sum of 1, the low part that is kept is that of the wrong one
// figure: computed 3.375, MPFR 4.875 (total[0]); total[2] computed 2.5, MPFR 6.5
// Net charge of a cell, compensated.
struct Sum {
    float hi, lo;
};

__device__ void add(Sum &s, float x)
{
    float y = x - s.lo;
    float t = s.hi + y;
    s.lo = (t - s.hi) - y;
    s.hi = t;
}

__global__ void charge_balance(const float *q, float *total, int sites, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sites)
        return;
    Sum s = { 0.0f, 0.0f };
    for (int j = 0; j < terms; j++)
        add(s, q[i * terms + j]);
    total[i] = s.hi;
}
