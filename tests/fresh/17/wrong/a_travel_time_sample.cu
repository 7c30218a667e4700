// fpcheck: pick<<<1, 64>>> trace=[0.0,10.0,20.0,30.0,40.0,50.0,60.0,70.0,80.0,90.0,100.0,110.0,120.0,130.0,140.0,150.0,160.0,170.0,180.0,190.0,200.0,210.0,220.0,230.0,240.0,250.0,260.0,270.0,280.0,290.0,300.0,310.0,320.0,330.0,340.0,350.0,360.0,370.0,380.0,390.0] out=empty:40 t0=0.1 dt=0.004 samples=40 want=[0.0,10.0,20.0,30.0,40.0,50.0,60.0,70.0,80.0,90.0,100.0,110.0,120.0,130.0,140.0,150.0,160.0,170.0,180.0,190.0,200.0,210.0,220.0,230.0,240.0,250.0,260.0,270.0,280.0,290.0,300.0,310.0,320.0,330.0,340.0,350.0,360.0,370.0,380.0,390.0] ref=out=want --tol rtol=1e-5,atol=0
// expect: error flip at line 8
// why: the quotient of rounded times is a little below the whole number it stands for and is cut off: the sample before it is taken
// figure: out[8] computed 70, MPFR 80
// Picks the samples of a trace at given two-way times; the record starts at t0 and has a step of dt.
__device__ inline int sample_at(float t, float t0, float dt)
{
    return (int)((t - t0) / dt);
}

__global__ void pick(const float *trace, float *out, float t0, float dt, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples)
        return;
    float t = t0 + (float)i * dt;
    int k = sample_at(t, t0, dt);
    out[i] = k >= 0 && k < samples ? trace[k] : 0.0f;
}
