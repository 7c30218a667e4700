// fpcheck: count_loss <<<1, 32>>> rate=[0.001,0.5,20,4000,250000] loss=empty:5 tau=1e-6 n=5
// expect: ok
// why: 1 - exp(-x) for x down to 1e-9 looks like cancellation but is computed by expm1f
// figure: computed loss[0] = 1.0e-9, MPFR 9.99999999e-10 (relative error about 1e-7, the rounding of binary32)

// Part of the photons that a detector with a dead time loses at a rate.
__global__ void count_loss(const float *rate, float *loss, float tau, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    loss[i] = -expm1f(-rate[i] * tau);
}
