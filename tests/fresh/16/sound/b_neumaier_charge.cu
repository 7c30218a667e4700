// fpcheck: charge_balance <<<1, 32>>> q=[[1,3e8,0.5,-3e8,0.25,0.125,2,1],[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8],[2,-5e9,1,1,5e9,1,1,0.5]] total=empty:3 sites=3 terms=8
// expect: ok
// why: Neumaier's sum picks the larger operand before it takes the low part; the intrinsics keep the compiler from touching it
// figure: computed 4.875, MPFR 4.875; total[2] computed 6.5, MPFR 6.5
__global__ void charge_balance(const float *q, float *total, int sites, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sites)
        return;
    float sum = 0.0f, low = 0.0f;
    for (int j = 0; j < terms; j++) {
        float x = q[i * terms + j];
        float t = __fadd_rn(sum, x);
        float big = fabsf(sum) >= fabsf(x) ? sum : x;
        float small = fabsf(sum) >= fabsf(x) ? x : sum;
        low = __fadd_rn(low, __fadd_rn(__fsub_rn(big, t), small));
        sum = t;
    }
    total[i] = __fadd_rn(sum, low);
}
