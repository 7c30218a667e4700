// fpcheck: jet_spectrum <<<1, 128>>> pt=uniform(0,60):200 weight=empty:32 jets=200
// expect: error uninitialised shared memory at line 16
// why: only the first 16 of 32 shared bins are set to zero before the atomics add to them
// figure: computed weight[20]: undefined, MPFR about 0.033 (what is counted of 200)
// Spectrum of jet transverse momenta, 2 GeV a bin, the last bin takes the overflow; normalised to the number of jets.
constexpr int BINS = 32;

__global__ void jet_spectrum(const float *pt, float *weight, int jets)
{
    __shared__ unsigned bins[BINS];
    if (threadIdx.x < BINS / 2)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < jets; i += blockDim.x) {
        int b = min((int)(pt[i] * 0.5f), BINS - 1);
        atomicAdd(&bins[b], 1u);
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        weight[threadIdx.x] = (float)bins[threadIdx.x] / (float)jets;
}
