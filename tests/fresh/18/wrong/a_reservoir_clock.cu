// fpcheck: drain <<<1, 32>>> level=[2.0,3.0,1.5] start=[67108864.0,33554432.0,0.0] out=empty:3 span=600.0 dt=1.5 k=1e-4 n=3 want=[1.9160449602333725,2.896974721096213,1.427413085432174] ref=out=want --tol rtol=1e-4,atol=0
// expect: error absorbed (loop step) at line 22
// why: the clock is binary32 seconds: at 6.7e7 its spacing is 8 s, a step of 1.5 s is absorbed and only the limit of 4096 steps ends the loop; at 3.4e7 it is 4 s and the step absorbed as well
// figure: computed out[0] = 1.22546 (4096 steps), MPFR 1.91604 (400 steps)
// Water level of a reservoir that drains through its bottom outlet from a given second of the record on.
__device__ float outflow(float level, float k)
{
    return k * sqrtf(fmaxf(level, 0.0f));
}

__global__ void drain(const float *level, const float *start, float *out, float span, float dt, float k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float h = level[i];
    float t = start[i];
    float end = t + span;
    int guard = 0;
    while (t < end && guard < 4096) {
        h -= dt * outflow(h, k);
        t += dt;
        guard++;
    }
    out[i] = h;
}
