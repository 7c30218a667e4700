// fpcheck: frame_energy <<<1, 128>>> x=const(20000):512 energy=empty:1 n=512 ref=energy=sum(x*x) --tol rtol=1e-5
// expect: error overflow at line 8
// why: squares of 16-bit samples are summed in a 32-bit int: 4e8 a sample passes 2^31 at the sixth
// figure: computed -1358430208, MPFR 204800000000
__device__ int warp_total(int v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

__global__ void frame_energy(const short *x, float *energy, int n)
{
    __shared__ int part[4];
    int t = threadIdx.x;
    int sum = 0;
    for (int i = t; i < n; i += blockDim.x)
        sum += (int)x[i] * (int)x[i];
    sum = warp_total(sum);
    if ((t & 31) == 0)
        part[t >> 5] = sum;
    __syncthreads();
    if (t == 0) {
        int all = part[0] + part[1] + part[2] + part[3];
        energy[0] = (float)all;
    }
}
