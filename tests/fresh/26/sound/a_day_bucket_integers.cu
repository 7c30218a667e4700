// fpcheck: step_rate <<<1, 32>>> days=[450,900,5,187,400,731]:i32 rate=[0.01,0.015,0.018,0.022,0.027,0.031,0.034,0.036,0.041,0.045,0.05] y=empty:6 width=90 n=6 --ref 'y=@a_step_rate.npy' --tol rtol=1e-6,atol=0
// expect: ok
// why: looks like a truncating division, but it is of integers, and the bucket of a day on a node is the one that begins there
// figure: y[0]: computed 0.0309999995, MPFR 0.0309999995: relative error 0.0e+00, tolerance about 1e-6
// Rates that hold from one node of the curve to the next, nodes every `width` days.
__global__ void step_rate(const int *days, const float *rate, float *y, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bucket = days[i] / width;
    y[i] = rate[min(bucket, 10)];
}
