// fpcheck: ion_forces <<<1, 64>>> pos=[0.0,0.0,1.5,0.25,-0.75,1.0,2.0,2.0,-1.5,-1.25,0.5,3.0,3.25,-0.5,-2.0,1.75] charge=[1,-1,1,-1,1,-1,1,-1] force=empty:8x2 n=8 --ref force=@a_fixed_forces_want.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: floats are converted to integers and added by atomics in any order; with 2^32 steps in one and 64 bits the sums are exact and nothing leaves the range
// figure: force[0][0] computed 0.920240939, MPFR 0.920240967; worst error 0.03 of the tolerance
// Coulomb forces between ions in a plane, accumulated in fixed point so that a run can be repeated bit by bit.
typedef unsigned long long u64;

__device__ void accumulate(u64 *sum, float f)
{
    long long fixed = __float2ll_rn(f * 4294967296.0f);
    atomicAdd(sum, (u64)fixed);
}

__device__ float value(u64 sum)
{
    return (float)((double)(long long)sum * 2.3283064365386963e-10);
}

__global__ void ion_forces(const float *pos, const float *charge, float *force, int n)
{
    __shared__ u64 sum[16];
    int t = threadIdx.x;
    if (t < 2 * n)
        sum[t] = 0;
    __syncthreads();
    int i = t / n;
    int j = t % n;
    if (i < n && i < j) {
        float dx = pos[2 * i] - pos[2 * j];
        float dy = pos[2 * i + 1] - pos[2 * j + 1];
        float r2 = dx * dx + dy * dy;
        float f = charge[i] * charge[j] / (r2 * sqrtf(r2));
        accumulate(&sum[2 * i], f * dx);
        accumulate(&sum[2 * i + 1], f * dy);
        accumulate(&sum[2 * j], -f * dx);
        accumulate(&sum[2 * j + 1], -f * dy);
    }
    __syncthreads();
    if (t < 2 * n)
        force[t] = value(sum[t]);
}
