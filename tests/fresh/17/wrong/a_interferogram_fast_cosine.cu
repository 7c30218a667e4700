// fpcheck: interferogram<<<1, 32>>> opd=[20000.25,310015.5,450031.25,600070.0,12.5] signal=empty:5 wavenumber=1.0 visibility=1.0 n=5 ref=signal=cos(opd) --tol rtol=1e-4,atol=1e-5
// expect: error approximation at line 9
// why: __cosf is good within -pi..pi only: at 450000 radians its reduction keeps two digits
// figure: signal[2] computed about -0.336889853, MPFR -0.32104284
// Interferogram of a Michelson scan: intensity over the optical path difference.
template <bool FAST>
__device__ inline float fringe(float phase)
{
    return FAST ? __cosf(phase) : cosf(phase);
}

__global__ void interferogram(const float *opd, float *signal, float wavenumber, float visibility, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    signal[i] = visibility * fringe<true>(wavenumber * opd[i]);
}
