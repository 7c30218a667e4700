// fpcheck: step_rate <<<1, 32>>> days=[450,900,5,187,400,731]:i32 rate=[0.01,0.015,0.018,0.022,0.027,0.031,0.034,0.036,0.041,0.045,0.05] y=empty:6 width=90 n=6 --ref 'y=@a_step_rate.npy' --tol rtol=1e-6,atol=0
// expect: error float index at line 17
// why: days to years and back: days / 365 * 365 comes out just below the whole number for some days, and (int) takes the bucket before
// figure: y[0]: computed 0.0270000007, MPFR 0.0309999995
// Rates that hold from one node of the curve to the next, nodes every `width` days.
__device__ float years(int days)
{
    return (float)days / 365.0f;
}

__global__ void step_rate(const int *days, const float *rate, float *y, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = years(days[i]);
    int bucket = (int)(t * 365.0f / (float)width);
    y[i] = rate[min(bucket, 10)];
}
