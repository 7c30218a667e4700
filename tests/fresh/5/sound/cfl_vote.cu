// fpcheck: advance <<<1, 64>>> u=uniform(0.1,0.5):64 next=empty:64 dt=0.01 dx=0.1 n=64
// expect: ok
__global__ void advance(const float *u, float *next, float dt, float dx, int n)
{
    int i = threadIdx.x;
    float mine = u[i];
    int unstable = __syncthreads_or(mine * dt > dx);
    float step = unstable ? 0.5f * dt : dt;
    float left = u[(i + n - 1) % n];
    next[i] = mine - step / dx * mine * (mine - left);
}
