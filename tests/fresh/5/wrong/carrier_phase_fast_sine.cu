// fpcheck: carrier <<<1, 32>>> phase=[3.0,10.0,300.0,5000.0,60000.0,400000.0,1000000.0,1000001.0] i_arm=empty:8 n=8 ref=i_arm=sin(phase) --tol rtol=1e-3,atol=1e-4
// expect: error intrinsic out of range at line 7: __sinf is good to 2^-21 in [-pi, pi] only; at 1e5 radians and more its error is in the percents
__global__ void carrier(const float *phase, float *i_arm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        i_arm[i] = __sinf(phase[i]);
}
