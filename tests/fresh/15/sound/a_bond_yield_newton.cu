// fpcheck: bond_yield <<<1, 32>>> price=[98.5,101.25,87,110.75,99.9] coupon=[4,5,2.5,6.5,3] yield=empty:5 years=10 n=5
// expect: ok
// why: a loop of Newton steps that ends by a comparison of floats; it ends with a fixed count at most, and the root is well conditioned; binary64 inside
// figure: computed yield[0] = 0.041866, the residual of the price below 1e-12

// Price of 100 with yearly coupons at a yield, and its derivative.
__device__ double2 price_at(double coupon, int years, double y)
{
    double v = 1.0 / (1.0 + y);
    double d = 1.0;
    double price = 0.0, slope = 0.0;
    for (int k = 1; k <= years; k++) {
        d *= v;
        double cash = k == years ? coupon + 100.0 : coupon;
        price += cash * d;
        slope -= k * cash * d * v;
    }
    return make_double2(price, slope);
}

__global__ void bond_yield(const float *price, const float *coupon, double *yield, int years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double y = 0.04;
    for (int k = 0; k < 20; k++) {
        double2 p = price_at(coupon[i], years, y);
        double step = (p.x - price[i]) / p.y;
        y -= step;
        if (fabs(step) < 1e-13)
            break;
    }
    yield[i] = y;
}
