// fpcheck: tow_millis <<<1, 32>>> tow=[345600.123,604799.501,12.345,86399.999,518400.007] stamp=empty:5 n=5 want=[345600123,604799501,12345,86399999,518400007] ref=stamp=want --tol bitwise
// expect: error narrowing at line 20
// why: the time of week is narrowed to binary32, whose step there is 1/32 s and more, before it becomes milliseconds
// figure: stamp[0]: computed 345600128, MPFR 345600123
// Time stamps of navigation messages: seconds of the GPS week (double) into integer milliseconds.
__device__ int to_millis(float seconds)
{
    return (int)rintf(seconds * 1000.0f);
}

__global__ void tow_millis(const double *tow, int *stamp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double t = tow[i];
    // a week has 604800 s; messages across the end of the week wrap
    if (t >= 604800.0)
        t -= 604800.0;
    stamp[i] = to_millis((float)t);
}
