// fpcheck: bond_book <<<1, 32>>> coupon=[4.0,2.5,6.0,3.25] periods=[4,10,20,40] price=[99.5,94.25,108.75,88.5] held=[10.0,5.0,2.5,1.0] yield=empty:4 duration=empty:4 convex=empty:4 dv01=empty:4 bucket=empty:4 portfolio=empty:3 n=4
// expect: ok
// why: yields come from Newton's steps with a cancelling residual, which is harmless: it only says how far is left; the convexity is a sum of positive terms
// figure: computed 4.60771132, MPFR 4.60771218 (convex[0]); largest relative error 2.8e-06 against 2e-6 times the root of 40 periods
// Yield, duration and convexity of bonds with half-yearly coupons, one thread a bond; totals of the portfolio by a warp.
#include <cuda_runtime.h>

#define NEWTON_STEPS 8

struct Bond {
    float coupon; // a half year, for a face of 100
    int periods;
};

struct Risk {
    float yield, price, duration, convexity;
};

// ---------------------------------------------------------------- discounting

__device__ inline float factor(float yield)
{
    return 1.0f / (1.0f + 0.5f * yield);
}

// Price by Horner's rule from the last cash flow to the first.
__device__ float price_at(const Bond &b, float yield)
{
    float v = factor(yield);
    float p = 100.0f + b.coupon;
    for (int k = b.periods - 1; k >= 1; k--)
        p = b.coupon + v * p;
    return v * p;
}

// dP/dy, negative.
__device__ float slope_at(const Bond &b, float yield)
{
    float v = factor(yield);
    float power = v;
    float sum = 0.0f;
    for (int k = 1; k <= b.periods; k++) {
        float flow = k == b.periods ? 100.0f + b.coupon : b.coupon;
        sum += (float)k * flow * power;
        power *= v;
    }
    return -0.5f * v * sum;
}

// d2P/dy2 = v^2 / 4 sum k (k + 1) c_k v^k: positive terms only.
__device__ float convexity(const Bond &b, float yield)
{
    float v = factor(yield);
    float power = v;
    float sum = 0.0f;
    for (int k = 1; k <= b.periods; k++) {
        float flow = k == b.periods ? 100.0f + b.coupon : b.coupon;
        sum += (float)(k * (k + 1)) * flow * power;
        power *= v;
    }
    return 0.25f * v * v * sum;
}

// ---------------------------------------------------------------- yield

__device__ inline float first_guess(const Bond &b, float price)
{
    float years = 0.5f * (float)b.periods;
    return (2.0f * b.coupon + (100.0f - price) / years) / (0.5f * (100.0f + price));
}

__device__ float yield_of(const Bond &b, float price)
{
    float y = first_guess(b, price);
    for (int k = 0; k < NEWTON_STEPS; k++) {
        float miss = price_at(b, y) - price;
        y -= miss / slope_at(b, y);
    }
    return y;
}

// ---------------------------------------------------------------- risk

// What a basis point costs, for a face of 100.
__device__ inline float basis_point(const Risk &r)
{
    return r.duration * r.price * 1e-4f;
}

__device__ inline bool long_dated(const Bond &b)
{
    return b.periods > 20;
}

__device__ inline Risk risk_of(const Bond &b, float price)
{
    Risk r;
    r.yield = yield_of(b, price);
    r.price = price;
    r.duration = -slope_at(b, r.yield) / price;
    r.convexity = convexity(b, r.yield) / price;
    return r;
}

__device__ inline float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

struct Totals {
    float value, duration, convexity;
};

__device__ inline Totals totals(float held, const Risk &r)
{
    Totals t;
    t.value = warp_sum(held * r.price);
    t.duration = warp_sum(held * r.price * r.duration);
    t.convexity = warp_sum(held * r.price * r.convexity);
    return t;
}

__device__ inline Risk nothing()
{
    return {0.0f, 0.0f, 0.0f, 0.0f};
}

// ---------------------------------------------------------------- the kernel
//
// One warp. Idle lanes hold nothing, and take part in the sums with it.
// portfolio: value, duration and convexity, the latter two weighted by value.

__global__ void bond_book(const float *coupon, const int *periods, const float *price, const float *held, float *yield,
                       float *duration, float *convex, float *dv01, int *bucket, float *portfolio,
                       int n)
{
    int i = threadIdx.x;
    Risk r = nothing();
    float mine = 0.0f;
    if (i < n) {
        Bond b = {0.5f * coupon[i], periods[i]};
        r = risk_of(b, price[i]);
        mine = held[i];
        yield[i] = r.yield;
        duration[i] = r.duration;
        convex[i] = r.convexity;
        dv01[i] = basis_point(r);
        bucket[i] = long_dated(b) ? 1 : 0;
    }
    __syncwarp();
    Totals t = totals(mine, r);
    if (i == 0) {
        portfolio[0] = t.value;
        portfolio[1] = t.duration / t.value;
        portfolio[2] = t.convexity / t.value;
    }
}
