// fpcheck: spectrum <<<2, 128>>> energy=@a_spectrum_bins_energy.npy counts=inout:zeros:32 n=199 lo=-0.7 hi=1.9 bins=32
// expect: error out of bounds at line 22
// why: the guard is energy < hi, but (energy - lo) * scale rounds up to 32 for the number below hi: one past the last bin
// figure: computed bin 32 of 32 for energy 1.8999999 (out of bounds), MPFR 31.9999985328 = bin 31
// Energy spectrum of detector events. Events outside [lo, hi) are dropped.
template <typename T>
struct axis {
    T lo, hi, scale;
    int bins;
    __device__ axis(T l, T h, int b) : lo(l), hi(h), scale((T)b / (h - l)), bins(b) {}
    __device__ bool contains(T v) const { return v >= lo && v < hi; }
    __device__ int bin(T v) const { return (int)((v - lo) * scale); }
};

__global__ void spectrum(const float *energy, int *counts, int n, float lo, float hi, int bins)
{
    const axis<float> a(lo, hi, bins);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float e = energy[i];
        if (!a.contains(e))
            continue;
        atomicAdd(counts + a.bin(e), 1);
    }
}
