// fpcheck: bond<<<1, 32>>> coupon=[0.5,0.25,1.0] yield=[0.03,0.01,0.05] price=empty:3 period=0.05 maturity=0.4 n=3
// expect: error flipped loop decision at line 18
// why: the coupon date is summed in binary32 and passes the maturity by rounding: the last coupon and the redemption are never paid
// figure: computed price[0] = 0.1739539 (7 coupons, no redemption), MPFR 99.00583 (8 coupons and the redemption)
// Present value of a bond by walking the coupon dates.
__device__ float discount(float rate, float t)
{
    return expf(-rate * t);
}

__global__ void bond(const float *coupon, const float *yield, float *price, float period, float maturity, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float value = 0.0f;
    float last = 0.0f;
    for (float t = period; t <= maturity; t += period) {
        value += coupon[i] * period * discount(yield[i], t);
        last = t;
    }
    if (last + 0.5f * period > maturity)
        value += 100.0f * discount(yield[i], maturity);
    price[i] = value;
}
