// fpcheck: deposit <<<2, 64>>> pos=uniform(0,8):96x3 rho=inout:zeros:512:u64 n=96
// fpcheck+ contrast <<<2, 256>>> delta=empty:512 cells=512 mean=0.1875
// fpcheck+ pull <<<2, 64>>> acc=empty:96x3 n=96
// fpcheck+ kick <<<1, 96>>> vel=inout:zeros:96x3 kinetic=empty:3 dt=0.25 n=96
// expect: ok
// why: atomics on 64-bit integers in units of 2^-32 give the same sum in every order; a weight is rounded to 2^-33 at most
// figure: weights rounded to 2^-33 = 1.2e-10 each, sums of about 0.2 in float have an ulp of 1.5e-8
// Particle-mesh step: mass is deposited on a periodic 8^3 mesh by cloud-in-cell, made a density contrast, and its gradient is
// interpolated back to the particles with the same weights. All lengths in cells.
constexpr int NG = 8;

struct Cloud {
    int lo[3];   // the lower cell on each axis
    int hi[3];   // its upper neighbour, wrapped
    float wl[3]; // weights of the two
    float wh[3];
};

__device__ int wrapped(int c)
{
    return c & (NG - 1);
}

__device__ int cell(int x, int y, int z)
{
    return (z * NG + y) * NG + x;
}

__device__ Cloud cloud(const float *pos)
{
    Cloud c;
    #pragma unroll
    for (int a = 0; a < 3; a++) {
        float p = pos[a];
        float f = floorf(p);
        c.lo[a] = wrapped((int)f);
        c.hi[a] = wrapped((int)f + 1);
        c.wh[a] = p - f; // exact
        c.wl[a] = 1.0f - c.wh[a];
    }
    return c;
}

__device__ void corner(const Cloud &c, int k, int &index, float &weight)
{
    int x = (k & 1) ? c.hi[0] : c.lo[0];
    int y = (k & 2) ? c.hi[1] : c.lo[1];
    int z = (k & 4) ? c.hi[2] : c.lo[2];
    float wx = (k & 1) ? c.wh[0] : c.wl[0];
    float wy = (k & 2) ? c.wh[1] : c.wl[1];
    float wz = (k & 4) ? c.wh[2] : c.wl[2];
    index = cell(x, y, z);
    weight = wx * wy * wz;
}

using Mass = unsigned long long;

__device__ void add(Mass *to, float weight)
{
    atomicAdd(to, (unsigned long long)__float2ll_rn(weight * 4294967296.0f));
}

__device__ float density(Mass m)
{
    return (float)((double)m * 2.3283064365386963e-10); // 2^-32
}

// Central difference of the contrast on one axis.
__device__ float slope(const float *delta, int x, int y, int z, int axis)
{
    int dx = axis == 0;
    int dy = axis == 1;
    int dz = axis == 2;
    float up = delta[cell(wrapped(x + dx), wrapped(y + dy), wrapped(z + dz))];
    float down = delta[cell(wrapped(x - dx), wrapped(y - dy), wrapped(z - dz))];
    return 0.5f * (up - down);
}

__global__ void deposit(const float *pos, Mass *rho, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cloud c = cloud(pos + 3 * i);
    for (int k = 0; k < 8; k++) {
        int index;
        float weight;
        corner(c, k, index, weight);
        add(rho + index, weight);
    }
}

__global__ void contrast(const Mass *rho, float *delta, int cells, float mean)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cells)
        delta[i] = density(rho[i]) / mean - 1.0f;
}

__global__ void pull(const float *pos, const float *delta, float *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cloud c = cloud(pos + 3 * i);
    float a[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 8; k++) {
        int index;
        float weight;
        corner(c, k, index, weight);
        int x = index % NG;
        int y = index / NG % NG;
        int z = index / (NG * NG);
        #pragma unroll
        for (int axis = 0; axis < 3; axis++)
            a[axis] = fmaf(weight, slope(delta, x, y, z, axis), a[axis]);
    }
    #pragma unroll
    for (int axis = 0; axis < 3; axis++)
        acc[3 * i + axis] = a[axis];
}

__device__ float warp_total(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// Velocities for half a step, and the kinetic energy on each axis: one block of three warps, a warp an axis.
__global__ void kick(const float *acc, float *vel, float *kinetic, float dt, int n)
{
    int t = threadIdx.x;
    if (t < n) {
        #pragma unroll
        for (int axis = 0; axis < 3; axis++)
            vel[3 * t + axis] = fmaf(0.5f * dt, -acc[3 * t + axis], vel[3 * t + axis]);
    }
    __syncthreads();

    int axis = t >> 5;
    int lane = t & 31;
    float sum = 0.0f;
    for (int i = lane; i < n; i += 32) {
        float v = vel[3 * i + axis];
        sum = fmaf(v, v, sum);
    }
    sum = warp_total(sum);
    if (lane == 0)
        kinetic[axis] = 0.5f * sum;
}
