// fpcheck: tow_millis <<<1, 32>>> tow=[345600.123,604799.501,12.345,86399.999,518400.007,604799.9996] stamp=empty:6 n=6 want=[345600123,604799501,12345,86399999,518400007,0] ref=stamp=want --tol bitwise
// expect: ok
// why: the product is rounded to an integer while it is still binary64; the end of the week is folded as an integer, after the rounding
// figure: stamp[0]: computed 345600123, MPFR 345600123 (error 0, tolerance 0)
// Seconds of the GPS week into integer milliseconds.
#define WEEK_MS 604800000

__global__ void tow_millis(const double *tow, int *stamp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int ms = __double2int_rn(tow[i] * 1000.0);
    if (ms >= WEEK_MS)
        ms -= WEEK_MS;
    stamp[i] = ms;
}
