// fpcheck: verlet <<<1, 32>>> x0=@b_verlet_box_x.npy v0=@b_verlet_box_v.npy x=empty:16x3 v=empty:16x3 energy=empty:12 n=16 steps=12 dt=0.002 box=8
// fpcheck+ drift <<<1, 32>>> middle=empty:1 steps=12
// expect: ok
// why: positions in shared memory are read by all and rewritten in the same loop; a barrier stands on each side, and all threads take part
// figure: energy[11] computed 15.65192, MPFR 15.651917; positions off by 2.1e-06 at most
// Lennard-Jones atoms in a periodic box, velocity Verlet, one block; reduced units.
#define MAXN 32
#define FULL 0xffffffffu

struct Atoms {
    float x[MAXN];
    float y[MAXN];
    float z[MAXN];
};

struct Force {
    float x, y, z;
    float energy;
};

struct Motion {
    float x, y, z;
};

// Nearest image.
__device__ float image(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ void pair(Force &f, float dx, float dy, float dz)
{
    float r2 = dx * dx + dy * dy + dz * dz;
    float i2 = 1.0f / r2;
    float i6 = i2 * i2 * i2;
    f.energy += 2.0f * i6 * (i6 - 1.0f); // half of the pair's
    float s = 24.0f * i2 * i6 * (2.0f * i6 - 1.0f);
    f.x += s * dx;
    f.y += s * dy;
    f.z += s * dz;
}

__device__ Force force_on(const Atoms &a, int i, int n, float box)
{
    Force f = {0.0f, 0.0f, 0.0f, 0.0f};
    if (i >= n)
        return f;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        pair(f, image(a.x[i] - a.x[j], box), image(a.y[i] - a.y[j], box), image(a.z[i] - a.z[j], box));
    }
    return f;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

__device__ float warp_min(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fminf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

__device__ float kinetic(const Motion &v)
{
    return 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z);
}

__device__ void kick(Motion &v, const Force &f, float half_dt)
{
    v.x += half_dt * f.x;
    v.y += half_dt * f.y;
    v.z += half_dt * f.z;
}

__device__ void move(Motion &p, const Motion &v, float dt)
{
    p.x += dt * v.x;
    p.y += dt * v.y;
    p.z += dt * v.z;
}

__device__ void publish(Atoms &a, const Motion &p, int i)
{
    a.x[i] = p.x;
    a.y[i] = p.y;
    a.z[i] = p.z;
}

__global__ void verlet(const float *x0, const float *v0, float *x, float *v, float *energy, int n, int steps, float dt,
                       float box)
{
    __shared__ Atoms atoms;
    int i = threadIdx.x;
    bool real = i < n;
    Motion p = {0.0f, 0.0f, 0.0f};
    Motion u = {0.0f, 0.0f, 0.0f};
    if (real) {
        p.x = x0[3 * i];
        p.y = x0[3 * i + 1];
        p.z = x0[3 * i + 2];
        u.x = v0[3 * i];
        u.y = v0[3 * i + 1];
        u.z = v0[3 * i + 2];
    }
    publish(atoms, p, i);
    __syncthreads();
    Force f = force_on(atoms, i, n, box);

    for (int s = 0; s < steps; s++) {
        kick(u, f, 0.5f * dt);
        move(p, u, dt);
        __syncthreads();
        publish(atoms, p, i);
        __syncthreads();
        f = force_on(atoms, i, n, box);
        kick(u, f, 0.5f * dt);
        float e = warp_sum(real ? kinetic(u) + f.energy : 0.0f);
        if (i == 0)
            energy[s] = e;
    }
    if (real) {
        x[3 * i] = p.x;
        x[3 * i + 1] = p.y;
        x[3 * i + 2] = p.z;
        v[3 * i] = u.x;
        v[3 * i + 1] = u.y;
        v[3 * i + 2] = u.z;
    }
}

// Middle of the range of the total energy; the lanes without a step repeat the first.
__global__ void drift(const float *energy, float *middle, int steps)
{
    int i = threadIdx.x;
    float e = energy[i < steps ? i : 0];
    float hi = warp_max(e);
    float lo = warp_min(e);
    if (i == 0)
        *middle = 0.5f * (hi + lo);
}
