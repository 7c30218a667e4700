// fpcheck: price_bonds <<<1, 32>>> settle=[20240213,20240215,20230703,20240229,20231107,20240105,20230517,20221003] maturity=[20290130,20260216,20330710,20280228,20251110,20340104,20260518,20271004] coupon=[0.05,0.03,0.04,0.02,0.06,0.045,0.01,0.035] yield=[0.04,0.035,0.045,0.03,0.05,0.04,0.02,0.03] days=empty:8 price=empty:8 duration=empty:8 n=8
// expect: error narrowing at line 31: dates as yyyymmdd are above 2^24 and go through a float: odd days become even ones, the day count is off
#include <cuda_runtime.h>

// Prices and durations of fixed coupon bonds on an annual schedule, act/365
// from settlement to maturity.  Dates are numbers yyyymmdd.

struct Date {
    int year;
    int month;
    int day;
};

struct Bond {
    float coupon;
    float yield;
    int days;
};

struct Quote {
    float price;
    float duration;
};

// ---------------------------------------------------------------------------
// Dates
// ---------------------------------------------------------------------------

// The table comes from a data frame whose columns are all single precision.
__device__ __forceinline__ float column_value(int stored) {
    return (float)stored;
}

__device__ Date split_date(float value) {
    int v = (int)value;
    Date d;
    d.year = v / 10000;
    d.month = (v / 100) % 100;
    d.day = v % 100;
    return d;
}

__device__ bool leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

__device__ int month_length(int y, int m) {
    if (m == 2) return leap(y) ? 29 : 28;
    if (m == 4 || m == 6 || m == 9 || m == 11) return 30;
    return 31;
}

__device__ bool valid(const Date& d) {
    if (d.month < 1 || d.month > 12) return false;
    return d.day >= 1 && d.day <= month_length(d.year, d.month);
}

// Wrong entries are moved, not refused: the desk wants a price.
// Brings a day of the month into its month.
__device__ Date regular(Date d) {
    if (d.month < 1) d.month = 1;
    if (d.month > 12) d.month = 12;
    int last = month_length(d.year, d.month);
    if (d.day < 1) d.day = 1;
    if (d.day > last) d.day = last;
    return d;
}

// Days since 1970-01-01 (Hinnant's algorithm).
__device__ int serial(const Date& d) {
    int y = d.month <= 2 ? d.year - 1 : d.year;
    int era = (y >= 0 ? y : y - 399) / 400;
    int yoe = y - era * 400;
    int mp = (d.month + 9) % 12;
    int doy = (153 * mp + 2) / 5 + d.day - 1;
    int doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

__device__ int days_between(float from, float to) {
    Date a = split_date(from);
    Date b = split_date(to);
    if (!valid(a)) a = regular(a);
    if (!valid(b)) b = regular(b);
    return serial(b) - serial(a);
}

// ---------------------------------------------------------------------------
// Discounting
// ---------------------------------------------------------------------------

__device__ __forceinline__ float years_of(int days) {
    return (float)days / 365.0f;
}

__device__ __forceinline__ float discount(float yield, float years) {
    return expf(-years * log1pf(yield));
}

// ---------------------------------------------------------------------------
// Schedule: coupons one year apart, backwards from maturity
// ---------------------------------------------------------------------------

__device__ __forceinline__ int coupons_left(int days) {
    return (days + 364) / 365;
}

__device__ __forceinline__ int days_to_coupon(int days, int k) {
    // k = 0 is the last coupon, paid at maturity
    return days - 365 * k;
}

// ---------------------------------------------------------------------------
// Price and duration of 100 face value
// ---------------------------------------------------------------------------

__device__ Quote value_bond(const Bond& b) {
    Quote q;
    float pv = 0.0f;
    float weighted = 0.0f;

    int count = coupons_left(b.days);
    for (int k = 0; k < count; ++k) {
        int d = days_to_coupon(b.days, k);
        if (d <= 0) break;
        float t = years_of(d);
        float cash = 100.0f * b.coupon;
        if (k == 0) cash += 100.0f;
        float v = cash * discount(b.yield, t);
        pv += v;
        weighted += v * t;
    }

    q.price = pv;
    q.duration = pv > 0.0f ? weighted / pv : 0.0f;
    return q;
}

// ---------------------------------------------------------------------------
// Accrued interest since the last coupon
// ---------------------------------------------------------------------------

__device__ float accrued(const Bond& b) {
    int rest = b.days % 365;
    if (rest == 0) return 0.0f;
    int since = 365 - rest;
    return 100.0f * b.coupon * (float)since / 365.0f;
}

// ---------------------------------------------------------------------------
// Loading; indices come from the host and are within their arrays.
//
// ---------------------------------------------------------------------------

__device__ Bond load_bond(const int* settle, const int* maturity, const float* coupon,
                          const float* yield, int i) {
    Bond b;
    b.coupon = coupon[i];
    b.yield = yield[i];
    float from = column_value(settle[i]);
    float to = column_value(maturity[i]);
    b.days = days_between(from, to);
    return b;
}

// ---------------------------------------------------------------------------
// Checks of the market data
// ---------------------------------------------------------------------------

// A bond that is due has no price here; coupons and yields are fractions, not
// per cent.
__device__ bool sensible(const Bond& b) {
    if (b.days <= 0) return false;
    if (!(b.coupon >= 0.0f) || b.coupon > 1.0f) return false;
    return b.yield > -0.5f && b.yield < 1.0f;
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void price_bonds(const int* __restrict__ settle, const int* __restrict__ maturity,
                            const float* __restrict__ coupon, const float* __restrict__ yield,
                            int* __restrict__ days, float* __restrict__ price,
                            float* __restrict__ duration, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    Bond b = load_bond(settle, maturity, coupon, yield, i);
    days[i] = b.days;

    if (!sensible(b)) {
        price[i] = 0.0f;
        duration[i] = 0.0f;
        return;
    }

    // clean price: without the interest that the seller has earned
    Quote q = value_bond(b);
    price[i] = q.price - accrued(b);
    duration[i] = q.duration;
}
