// fpcheck: tone<<<1, 32>>> t=[0.0010000000474974513,0.5012999773025513,3.7030999660491943,7.912700176239014,30.101900100708008,59.99013137817383] y=empty:6 hertz=440.0 n=6 want=[0.36812443059430483,-0.4370593286490653,0.7543130048477606,-0.5255891982009149,-0.8573833939837662,-0.8368627609077378] ref=y=want --tol rtol=0,atol=2e-6
// expect: ok
// why: tens of thousands of radians, but the phase is counted in cycles, whose product is taken apart exactly by fmaf before the whole cycles are dropped
// figure: computed y[5] = -0.8368628 within 1e-6, MPFR -0.836862761
// Reference tone for the echo canceller, phase in cycles.
__device__ float cycles(float hertz, float t)
{
    float p = __fmul_rn(hertz, t);
    float e = fmaf(hertz, t, -p);
    return (p - rintf(p)) + e;
}

__global__ void tone(const float *t, float *y, float hertz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sinpif(2.0f * cycles(hertz, t[i]));
}
