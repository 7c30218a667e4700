// fpcheck: frame_energy <<<1, 128>>> x=randint(-32768,32767):512 energy=empty:1 n=512 ref=energy=sum(x*x) --tol rtol=1e-6
// expect: ok
// why: a single square fits an int even for -32768 (2^30), and the sums run in 64 bits; only the last conversion rounds
// figure: one rounding of an exact 64-bit sum: relative 6e-8 against 1e-6
__device__ long long warp_total(long long v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

__global__ void frame_energy(const short *x, float *energy, int n)
{
    __shared__ long long part[4];
    int t = threadIdx.x;
    long long sum = 0;
    for (int i = t; i < n; i += blockDim.x) {
        int s = x[i];
        sum += s * s;
    }
    sum = warp_total(sum);
    if ((t & 31) == 0)
        part[t >> 5] = sum;
    __syncthreads();
    if (t == 0)
        energy[0] = (float)(part[0] + part[1] + part[2] + part[3]);
}
