// fpcheck: compton <<<1, 32>>> angle=[0.0001,0.0003,0.001,0.01,1.0,3.0] shift=empty:6 lambda_c=2.42631 n=6 ref=shift=2*2.42631*sin(angle/2)*sin(angle/2) --tol rtol=1e-3,atol=0
// expect: error cancellation at line 7: 1 - cos of a small angle
__global__ void compton(const float *angle, float *shift, float lambda_c, int n)
{
    int i = threadIdx.x;
    if (i < n)
        shift[i] = lambda_c * (1.0f - cosf(angle[i]));
}
