// fpcheck: rotation_angle <<<1, 32>>> day=[8000,8765,9131,9496]:i32 fraction=[0.1,0.37,0.62,0.95] turns=empty:4 n=4
// expect: ok
// why: the date is large and its fraction small, but they never meet in float: days and fraction go separately, in double
// figure: turns[1]: computed 0.14699167, MPFR 0.146991671: relative error 9.1e-09, tolerance about 6e-8
// Earth rotation angle in turns, from days since J2000 (at noon) and a fraction of a day.
__global__ void rotation_angle(const int *day, const float *fraction, float *turns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double part = fraction[i];
    double era = 0.7790572732640 + part + 0.00273781191135448 * ((double)day[i] + part);
    turns[i] = (float)(era - floor(era));
}
