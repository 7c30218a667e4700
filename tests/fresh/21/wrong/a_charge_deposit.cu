// fpcheck: deposit <<<1, 64>>> x=[0.0625,9.3125,2.5625,11.8125,5.0625,14.3125,7.5625,0.8125,10.0625,3.3125,12.5625,5.8125,15.0625,8.3125,1.5625,10.8125,4.0625,13.3125,6.5625,15.8125,9.0625,2.3125,11.5625,4.8125,14.0625,7.3125,0.5625,9.8125,3.0625,12.3125,5.5625,14.8125,8.0625,1.3125,10.5625,3.8125,13.0625,6.3125,15.5625,8.8125,2.0625,11.3125,4.5625,13.8125,7.0625,0.3125,9.5625,2.8125,12.0625,5.3125,14.5625,7.8125,1.0625,10.3125,3.5625,12.8125,6.0625,15.3125,8.5625,1.8125,11.0625,4.3125,13.5625,6.8125] rho=inout:zeros:17:f32 q=0.5 n=64
// expect: error race on global memory at line 14
// why: several particles of a block lie in the same or the next cell and add to it without an atomic: updates are lost
// figure: rho[3] computed undefined (one of several updates survives), right 2
// Cloud-in-cell charge deposition on a 1D grid of unit spacing.
__global__ void deposit(const float *x, float *rho, float q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float cell = floorf(x[i]);
    int c = (int)cell;
    float w = x[i] - cell;
    rho[c] += q * (1.0f - w);
    rho[c + 1] += q * w;
}
