// fpcheck: import_times <<<1, 32>>> text=[50,48,50,52,45,48,50,45,50,57,84,50,51,58,53,57,58,53,57,46,50,53,48,48,48,48,90,49,57,55,48,45,48,49,45,48,49,84,48,48,58,48,48,58,48,48,46,48,48,48,48,48,49,90,49,57,57,57,45,49,50,45,51,49,84,49,50,58,51,52,58,53,54,46,55,56,57,48,49,50,90,50,48,51,56,45,48,49,45,49,57,84,48,51,58,49,52,58,48,56,46,53,48,48,48,48,48,90,49,57,54,57,45,48,55,45,50,48,84,50,48,58,49,55,58,52,48,46,48,48,48,48,48,48,90,50,49,48,48,45,48,51,45,48,49,84,48,48,58,48,48,58,48,48,46,57,57,57,57,57,57,90] micros=empty:6 weekday=empty:6 bad=inout:zeros:1 n=6 want=[1709251199250000,1,946643696789012,2147483648500000,-14182940000000,4107542400999999] ref=micros=want --tol rtol=0,atol=0.25
// expect: error overflow (integer) at line 149
// why: whole seconds times a million in 32 bits: the product wraps before it is widened
// figure: computed micros[0] = 244330064, MPFR 1709251199250000
// Import of a column of ISO 8601 timestamps, YYYY-MM-DDThh:mm:ss.ffffffZ, to microseconds since 1970.

#define WIDTH 27
#define MICROS 1000000

struct Date {
    int year, month, day;
};

struct Clock {
    int hour, minute, second;
    int micros;
};

struct Stamp {
    Date date;
    Clock clock;
    bool good;
};

// Days before each month of a common year.
__constant__ int days_before[12] = {
    0,
    31,
    59,
    90,
    120,
    151,
    181,
    212,
    243,
    273,
    304,
    334,
};

__constant__ int days_in[12] = {
    31,
    28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
};

// ---------------------------------------------------------------- text

__device__ int digits(const unsigned char *s, int from, int count, bool &good)
{
    int v = 0;
    for (int k = 0; k < count; k++) {
        int d = s[from + k] - '0';
        if (d < 0 || d > 9)
            good = false;
        v = 10 * v + d;
    }
    return v;
}

__device__ void expect(const unsigned char *s, int at, unsigned char c, bool &good)
{
    if (s[at] != c)
        good = false;
}

__device__ Stamp parse(const unsigned char *s)
{
    Stamp t;
    t.good = true;
    t.date.year = digits(s, 0, 4, t.good);
    expect(s, 4, '-', t.good);
    t.date.month = digits(s, 5, 2, t.good);
    expect(s, 7, '-', t.good);
    t.date.day = digits(s, 8, 2, t.good);
    expect(s, 10, 'T', t.good);
    t.clock.hour = digits(s, 11, 2, t.good);
    expect(s, 13, ':', t.good);
    t.clock.minute = digits(s, 14, 2, t.good);
    expect(s, 16, ':', t.good);
    t.clock.second = digits(s, 17, 2, t.good);
    expect(s, 19, '.', t.good);
    t.clock.micros = digits(s, 20, 6, t.good);
    expect(s, 26, 'Z', t.good);
    return t;
}

// ---------------------------------------------------------------- calendar

__device__ bool leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

__device__ int leaps_before(int year)
{
    int y = year - 1;
    return y / 4 - y / 100 + y / 400;
}

__device__ bool possible(Date d)
{
    if (d.year < 1 || d.month < 1 || d.month > 12 || d.day < 1)
        return false;
    int most = days_in[d.month - 1] + (d.month == 2 && leap(d.year));
    return d.day <= most;
}

__device__ int day_number(Date d)
{
    int days = (d.year - 1970) * 365 + leaps_before(d.year) - leaps_before(1970);
    days += days_before[d.month - 1];
    if (d.month > 2 && leap(d.year))
        days++;
    return days + d.day - 1;
}

__device__ int weekday_of(int days)
{
    int w = (days + 4) % 7; // 1970-01-01 was a Thursday
    return w < 0 ? w + 7 : w;
}

// ---------------------------------------------------------------- time

__device__ int second_of_day(Clock c)
{
    return (c.hour * 60 + c.minute) * 60 + c.second;
}

__device__ bool possible(Clock c)
{
    return c.hour < 24 && c.minute < 60 && c.second < 60;
}

// Seconds of 68 years fit an int, those of other stamps do not.
__device__ long long epoch_micros(int days, Clock c)
{
    long long seconds = 86400LL * days + second_of_day(c);
    long long whole = (int)seconds * MICROS;
    return whole + c.micros;
}

// ---------------------------------------------------------------- the kernel

__global__ void import_times(const unsigned char *text, long long *micros, int *weekday, int *bad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Stamp t = parse(text + i * WIDTH);
    if (!t.good || !possible(t.date) || !possible(t.clock)) {
        micros[i] = 0;
        weekday[i] = -1;
        atomicAdd(bad, 1);
        return;
    }
    int days = day_number(t.date);
    micros[i] = epoch_micros(days, t.clock);
    weekday[i] = weekday_of(days);
}
