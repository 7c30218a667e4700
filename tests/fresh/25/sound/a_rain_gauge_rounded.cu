// fpcheck: rain_gauge <<<1, 96>>> tips=[1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1,3,5,2,4,1] total=inout:[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] step=0.2 window=0.6 n=96 want=[9,7,10,8,11,9,7,10,8,11,9,7,10,8,11,9,7,10,8,11,9,7,10,8,11,9,7,10,8,11,9,7] ref=total=want --tol bitwise
// expect: ok
// why: the quotient window/step is only just off 3 and is rounded to the nearest integer once; all indices are integers after that
// figure: total[11]: computed 7, MPFR 7 (error 0, tolerance 0)
// Rain gauge: samples every `step` hours into totals of windows of `window` hours, a whole number of steps.
__global__ void rain_gauge(const int *tips, int *total, float step, float window, int n)
{
    int per = __float2int_rn(window / step);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || per < 1)
        return;
    atomicAdd(&total[i / per], tips[i]);
}
