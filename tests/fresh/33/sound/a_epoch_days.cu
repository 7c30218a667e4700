// fpcheck: accrued_interest <<<2, 64>>> from=@a_dates_from.npy to=@a_dates_to.npy coupon=0.0425 notional=1000000.0 accrued=empty:128 n=128 --ref 'accrued=@a_accrued.npy' --tol rtol=1e-6
// expect: ok
// why: dates are held in floats and subtracted, which looks like cancellation, but days since 1970 are integers far below 2^24, exact in binary32
// figure: largest relative error 9.78e-08 at accrued[108] (43547.9414, exact 43547.9457), largest absolute error 0.00426
__device__ float serial(int packed)
{
    int y = packed / 10000, m = packed / 100 % 100, d = packed % 100;
    y -= m <= 2;
    int era = y / 400, yoe = y % 400;
    int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return (float)era * 146097.0f + (float)(yoe * 365 + yoe / 4 - yoe / 100 + doy) - 719468.0f;
}

__global__ void accrued_interest(const int *__restrict__ from, const int *__restrict__ to, float coupon, float notional,
                                 float *__restrict__ accrued, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float days = serial(to[i]) - serial(from[i]);
        accrued[i] = notional * coupon * (days / 365.0f);
    }
}
