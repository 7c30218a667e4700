// fpcheck: days_between <<<2, 64>>> from=@a_dates_from.npy to=@a_dates_to.npy days=empty:128 n=128 --ref 'days=@a_days.npy'
// expect: error conversion at line 26
// why: dates as YYYYMMDD pass through binary32 where 20,240,131 is beyond 2^24, so odd days become even ones (known from data frames that hold dates or ids as float32)
// figure: days[0] computed 272, should be 271; 88 of 128 elements differ
__device__ int serial(int y, int m, int d)
{
    // days since 1970-01-01 of the proleptic Gregorian calendar
    y -= m <= 2;
    int era = y / 400;
    int yoe = y - era * 400;
    int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

__device__ int unpack(float packed)
{
    int v = (int)packed;
    return serial(v / 10000, v / 100 % 100, v % 100);
}

__global__ void days_between(const int *__restrict__ from, const int *__restrict__ to, int *__restrict__ days, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = from[i], b = to[i];
        days[i] = unpack(b) - unpack(a);
    }
}
