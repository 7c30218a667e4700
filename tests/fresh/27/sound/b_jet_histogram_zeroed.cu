// fpcheck: jet_spectrum <<<1, 128>>> pt=uniform(0,60):200 weight=empty:32 jets=200
// expect: ok
// why: all bins are zeroed in a strided loop before the barrier, though the block has more threads than bins
// figure: counts exact; weights half an ulp
// Spectrum of jet transverse momenta, 2 GeV a bin, the last bin takes the overflow; normalised to the number of jets.
constexpr int BINS = 32;

__global__ void jet_spectrum(const float *pt, float *weight, int jets)
{
    __shared__ unsigned bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < jets; i += blockDim.x) {
        int b = min((int)(pt[i] * 0.5f), BINS - 1);
        atomicAdd(&bins[b], 1u);
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        weight[threadIdx.x] = (float)bins[threadIdx.x] / (float)jets;
}
