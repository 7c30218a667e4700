// fpcheck: band_energy <<<1, 64>>> spectrum=@a_spectrum.npy energy=empty:2 want=[98.41370013812286,100.24583049485527] ref=energy=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 9
// why: a width of 16 halves the warp, so lane 0 holds the energy of the lower 16 bins only
// figure: computed energy[0] = 47.80469, MPFR 98.4137001
// Energy of 32-bin bands of a spectrum, a warp a band.
__device__ float warp_energy(float e)
{
    for (int d = 16; d > 0; d >>= 1)
        e += __shfl_down_sync(0xffffffffu, e, d, 16);
    return e;
}

__global__ void band_energy(const float *spectrum, float *energy)
{
    int lane = threadIdx.x & 31;
    float x = spectrum[threadIdx.x];
    float e = warp_energy(x * x);
    if (lane == 0)
        energy[threadIdx.x >> 5] = e;
}
