// fpcheck: charge_fraction <<<1, 64>>> ions=@a_saha_fdividef_ions.npy total=@a_saha_fdividef_total.npy frac=empty:64 n=64
// expect: error accuracy at line 9
// why: __fdividef answers 0 where the divisor lies between 2^126 and 2^128, as the programming guide says; the densities here are around 2e38
// figure: frac[0] computed 0, exact 0.878795781
__global__ void charge_fraction(const float* ions, const float* total, float* frac, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        frac[i] = __fdividef(ions[i], total[i]);
}
