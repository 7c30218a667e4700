// fpcheck: accumulate_rain<<<1, 32>>> start=[0.0,312.5,4200.0,6010.25] rate=const(0.7):4x600 total=empty:4 gauges=4 steps=600 dt=1.0
// expect: error absorbed at line 14
// why: the rain of a second is below half an ulp of a yearly total in millimetres
// figure: computed total[3] = 6010.25, MPFR 6010.36667
// Accumulated rain in mm: rate in mm/h, one sample a second.
__global__ void accumulate_rain(const float *start, const float *rate, float *total, int gauges, int steps, float dt)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= gauges)
        return;
    float sum = start[g];
    const float *r = rate + g * steps;
    for (int k = 0; k < steps; k++)
        sum += r[k] * (dt / 3600.0f);
    total[g] = sum;
}
