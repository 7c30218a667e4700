// fpcheck: carrier <<<1, 32>>> t=[0.5,3.125,50.25,400.3125,2500.0625,10000.1875] i_arm=empty:6 f=1.0 n=6 ref=i_arm=sin(6.283185307179586*t) --tol rtol=1e-4,atol=1e-5
// expect: ok
// The phase is reduced in turns, which is exact, before the fast sine sees it.
__global__ void carrier(const float *t, float *i_arm, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float turns = f * t[i];
    float fraction = turns - rintf(turns);
    i_arm[i] = sinpif(2.0f * fraction);
}
