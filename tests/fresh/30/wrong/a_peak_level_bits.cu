// fpcheck: peak_level <<<2, 64>>> level=[-87.93,-78.42,-64.1,-74.75,-87.25,-69.51,-68.87,-53.88,-71.82,-48.92,-58.34,-85.48,-48.62,-78.71,-81.7,-40.79,-71.88,-80.98,-58.33,-64.88,-84.02,-43.98,-70.52,-86.92,-64.05,-73.48,-57.01,-67.45,-62.12,-47.08,-82.79,-85.91,-39.41,-65.36,-56.63,-49.84,-64.59,-49.42,-79.53,-47.49,-57.39,-39.96,-56.78,-61.63,-85.08,-87.73,-58.45,-66.06,-67.19,-77.02,-38.38,-86.25,-64.12,-77.15,-82.69,-67.3,-67.38,-82.47,-43.8,-67.94,-88.42,-56.61,-82.73,-79.71,-83.77,-44.82,-87.12,-43.69,-64.9,-79.39,-63.77,-43.54,-70.92,-66.23,-85.53,-55.07,-66.87,-58.78,-72.05,-42.53,-56.41,-46.77,-46.02,-57.41,-86.2,-78.19,-68.19,-88.45,-58.33,-64.23,-83.74,-41.29,-79.7,-44.92,-84.57,-44.32,-76.8,-76.54,-89.55,-72.99] peak=inout:[-1000] n=100 want=[-38.38] ref=peak=want --tol bitwise
// expect: error sign bit at line 8
// why: atomicMax on the bits of floats orders negative numbers the wrong way round: the peak of levels in dB is never taken over
// figure: computed peak=-1000, MPFR -38.380001068115234
// Peak level of a recording in dB relative to full scale; the host sets peak to -1000 before the first chunk.
__device__ __forceinline__ void atomic_max(float *address, float value)
{
    atomicMax((int *)address, __float_as_int(value));
}

__global__ void peak_level(const float *level, float *peak, int n)
{
    __shared__ float warp_peak[2];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? level[i] : -1000.0f;
    for (int o = 16; o > 0; o >>= 1)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffffu, mine, o));
    if ((threadIdx.x & 31) == 0)
        warp_peak[threadIdx.x >> 5] = mine;
    __syncthreads();
    if (threadIdx.x == 0)
        atomic_max(peak, fmaxf(warp_peak[0], warp_peak[1]));
}
