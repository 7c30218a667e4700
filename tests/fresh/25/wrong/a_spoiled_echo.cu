// fpcheck: spoiled_echo <<<1, 32>>> t1=[3.3,2.7,4.1,0.9] signal=empty:4 flip=0.005 tr=0.00003 n=4 want=[0.0021052624419998366,0.002352940859726986,0.001846152821601306,0.0036363670177998416] ref=signal=want --tol rtol=1e-5,atol=0
// expect: error cancellation at line 13
// why: 1 - exp(-TR/T1) at TR much less than T1 (and the same below the line) keeps three digits; expm1f would keep all
// figure: signal[0]: computed 0.00210744026, MPFR 0.002105262442 (relative error 0.001)
// Steady state of a spoiled gradient echo (Ernst) for a map of T1.
__global__ void spoiled_echo(const float *t1, float *signal, float flip, float tr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e1 = expf(-tr / t1[i]);
    float s = sinf(flip), c = cosf(flip);
    signal[i] = s * (1.0f - e1) / (1.0f - c * e1);
}
