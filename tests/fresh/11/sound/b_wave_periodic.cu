// fpcheck: wave_step <<<4, 64>>> u=uniform(1,1.5):250 old=uniform(1,1.5):250 next=empty:250 n=250 c2=0.25
// expect: ok
// why: the last block is not full, so its right halo is at another thread than 63; the kernel takes the last thread that has a cell
// figure: computed next[249] with u[0] as its right neighbour; four roundings at about 1: error at most 3e-7, some ulps allowed
// One step of the wave equation on a ring of n cells.
__device__ int around(int i, int n)
{
    return i < 0 ? i + n : i >= n ? i - n : i;
}

__global__ void wave_step(const float *u, const float *old, float *next, float c2, int n)
{
    __shared__ float s[66];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;
    int cells = min((int)blockDim.x, n - first);
    int i = first + t;
    if (t < cells)
        s[t + 1] = u[i];
    if (t == 0)
        s[0] = u[around(i - 1, n)];
    if (t == cells - 1)
        s[cells + 1] = u[around(i + 1, n)];
    __syncthreads();
    if (t >= cells)
        return;
    float mid = s[t + 1];
    next[i] = 2.0f * mid - old[i] + c2 * ((s[t] - mid) + (s[t + 2] - mid));
}
