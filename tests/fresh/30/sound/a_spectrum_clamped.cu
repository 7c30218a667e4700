// fpcheck: spectrum <<<2, 128>>> energy=@a_spectrum_clamped_energy.npy counts=inout:zeros:32 n=199 lo=-0.7 hi=1.9
// expect: ok
// why: the bin of the number just below the upper end would round up to one past the last; it is clamped. Private counts in shared memory are added once
// figure: computed counts[31]=6, MPFR 6 (exact)
// Energy spectrum of detector events in 32 bins. Events outside [lo, hi) are dropped.
#define BINS 32

struct axis {
    float lo, hi, scale;
    __device__ axis(float l, float h) : lo(l), hi(h), scale(BINS / (h - l)) {}
    __device__ bool contains(float v) const { return v >= lo && v < hi; }
    __device__ int bin(float v) const { return min((int)((v - lo) * scale), BINS - 1); }
};

__global__ void spectrum(const float *energy, int *counts, int n, float lo, float hi)
{
    __shared__ int mine[BINS];
    const int t = threadIdx.x;
    if (t < BINS)
        mine[t] = 0;
    __syncthreads();
    const axis a(lo, hi);
    const int i = blockIdx.x * blockDim.x + t;
    if (i < n && a.contains(energy[i]))
        atomicAdd(mine + a.bin(energy[i]), 1);
    __syncthreads();
    if (t < BINS && mine[t] != 0)
        atomicAdd(counts + t, mine[t]);
}
