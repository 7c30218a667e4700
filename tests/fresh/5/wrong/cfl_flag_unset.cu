// fpcheck: advance <<<1, 64>>> u=uniform(0.1,0.5):64 next=empty:64 dt=0.01 dx=0.1 n=64
// expect: error uninitialised at line 12: the shared flag is only written by cells that break the CFL condition
// Upwind advection, half the step where any cell of the block is too fast.
__global__ void advance(const float *u, float *next, float dt, float dx, int n)
{
    __shared__ int unstable;
    int i = threadIdx.x;
    float mine = u[i];
    if (mine * dt > dx)
        unstable = 1;
    __syncthreads();
    float step = unstable ? 0.5f * dt : dt;
    float left = u[(i + n - 1) % n];
    next[i] = mine - step / dx * mine * (mine - left);
}
