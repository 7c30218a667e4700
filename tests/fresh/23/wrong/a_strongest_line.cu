// fpcheck: strongest_line <<<1, 32>>> spectrum=[3.0,7.0001,7.00012,6.9,7.0,1.0,2.0,0.5] best=inout:[0] line=empty:1 n=8 want=[2]:i32 --ref line=want --tol bitwise
// expect: error mismatch at line 9
// why: the channel takes the place of the lowest 8 bits of the intensity: lines within 2^-15 of each other tie, and the lower channel wins
// figure: computed line[0] = 1, right 2 (7.00012 > 7.0001)
// Channel of the strongest line: intensity and channel in one word, so that a single atomic finds both.
__device__ unsigned key_of(float intensity, int channel)
{
    unsigned bits = __float_as_uint(intensity);
    return (bits & 0xffffff00u) | (255u - (unsigned)channel);
}

__global__ void strongest_line(const float *spectrum, unsigned *best, int *line, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicMax(best, key_of(spectrum[i], i));
    __syncthreads();
    if (i == 0)
        line[0] = 255 - (int)(*best & 0xffu);
}
