// fpcheck: tone<<<1, 32>>> t=[0.0010000000474974513,0.5012999773025513,3.7030999660491943,7.912700176239014,30.101900100708008,59.99013137817383] y=empty:6 hertz=440.0 n=6 want=[0.36812443059430483,-0.4370593286490653,0.7543130048477606,-0.5255891982009149,-0.8573833939837662,-0.8368627609077378] ref=y=want --tol rtol=0,atol=1e-5
// expect: error cancellation at line 11
// why: a phase of ten thousands of radians in one float, and __sinf beyond the interval where it is good
// figure: computed y[5] = -0.838609 or worse (__sinf), MPFR -0.836863
// Reference tone for the echo canceller.
__global__ void tone(const float *t, float *y, float hertz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float omega = 6.2831853f * hertz;
        y[i] = __sinf(omega * t[i]);
    }
}
