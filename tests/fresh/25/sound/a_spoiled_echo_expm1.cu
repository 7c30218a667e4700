// fpcheck: spoiled_echo <<<1, 32>>> t1=[3.3,2.7,4.1,0.9] signal=empty:4 flip=0.005 tr=0.00003 n=4 want=[0.0021052624596115755,0.002352940837727539,0.0018461528486879407,0.003636367044071965] ref=signal=want --tol rtol=2e-6,atol=0
// expect: ok
// why: 1 - E1 is taken by expm1f and 1 - cos(a) E1 as (1 - E1) + E1 2 sin^2(a/2): only positive terms are added
// figure: signal[0]: computed 0.00210526236, MPFR 0.00210526246 (relative error 4.6e-8, tolerance 2e-6)
// Steady state of a spoiled gradient echo for repetition times far below T1.
__global__ void spoiled_echo(const float *t1, float *signal, float flip, float tr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float loss = -expm1f(-tr / t1[i]); // 1 - E1
    float e1 = 1.0f - loss;
    float half = sinf(0.5f * flip);
    float versine = 2.0f * half * half; // 1 - cos
    signal[i] = sinf(flip) * loss / (loss + e1 * versine);
}
