// fpcheck: density <<<1, 64>>> pos=@a_droplet_sph_pos.npy rho=empty:64 n=64 h=2e-5 mass=1e-12
// fpcheck+ forces <<<1, 64>>> vel=@a_droplet_sph_vel.npy acc=empty:64x3 n=64 h=2e-5 mass=1e-12 sound=1.5 viscosity=1e-3 tension=5e-3
// fpcheck+ advance <<<1, 64>>> pos_out=empty:64x3 vel_out=empty:64x3 dt=1e-7 n=64
// expect: error overflow hidden by a clamp at line 69
// why: the poly6 factor 315 / (64 pi h^9) of a 20 micrometre kernel is infinite in binary32; the density clamp makes a plausible 2000 kg/m^3 of it everywhere
// figure: rho[21] computed 2000, MPFR 1030.34
// Smoothed particles for an ink droplet, SI units: density, forces, a symplectic step.
#define PI 3.14159265f
#define RHO0 1000.0f
#define RHO_MAX 2000.0f

struct V3 {
    float x, y, z;
};

__device__ V3 get(const float *p, int i)
{
    return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ void set(float *p, int i, V3 v)
{
    p[3 * i] = v.x;
    p[3 * i + 1] = v.y;
    p[3 * i + 2] = v.z;
}

__device__ V3 operator-(V3 a, V3 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ V3 operator+(V3 a, V3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ V3 operator*(float s, V3 a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__device__ float dot(V3 a, V3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float power9(float h)
{
    float h2 = h * h;
    float h4 = h2 * h2;
    return h4 * h4 * h;
}

__device__ float power6(float h)
{
    float h2 = h * h;
    return h2 * h2 * h2;
}

// Poly6 kernel of Mueller et al.: smooth at the middle and zero, with two derivatives,
// at the distance h.
__device__ float poly6(float r2, float h)
{
    float h2 = h * h;
    if (r2 >= h2)
        return 0.0f;
    float d = h2 - r2;
    return 315.0f / (64.0f * PI * power9(h)) * (d * d * d);
}

// Gradient of the spiky kernel, over the direction of the distance.
__device__ float spiky_slope(float r, float h)
{
    if (r >= h)
        return 0.0f;
    float d = h - r;
    return -45.0f / (PI * power6(h)) * (d * d);
}

__device__ float viscous(float r, float h)
{
    if (r >= h)
        return 0.0f;
    return 45.0f / (PI * power6(h)) * (h - r);
}

// Pull between neighbours that stands for surface tension: none at contact and at h, strongest between.
__device__ float cohesion(float r, float h, float tension)
{
    if (r >= h)
        return 0.0f;
    float q = r / h;
    return tension * 4.0f * q * (1.0f - q);
}

__device__ float pressure(float rho, float sound)
{
    return sound * sound * (rho - RHO0);
}

__global__ void density(const float *pos, float *rho, int n, float h, float mass)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    V3 here = get(pos, i);
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        V3 d = here - get(pos, j);
        sum += mass * poly6(dot(d, d), h);
    }
    rho[i] = fminf(sum, RHO_MAX);
}

__global__ void forces(const float *pos, const float *vel, const float *rho, float *acc, int n, float h, float mass,
                       float sound, float viscosity, float tension)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    V3 here = get(pos, i);
    V3 speed = get(vel, i);
    float p_here = pressure(rho[i], sound);
    V3 total = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        V3 d = here - get(pos, j);
        float r = sqrtf(dot(d, d));
        if (r >= h)
            continue;
        float p_there = pressure(rho[j], sound);
        float push = -mass * (p_here + p_there) / (2.0f * rho[j]) * spiky_slope(r, h) / r;
        float drag = viscosity * mass / rho[j] * viscous(r, h);
        float pull = -cohesion(r, h, tension) * rho[i] * 1e6f;
        total = total + push * d + drag * (get(vel, j) - speed) + (pull / r) * d;
    }
    set(acc, i, (1.0f / rho[i]) * total);
}

__global__ void advance(const float *pos, const float *vel, const float *acc, float *pos_out, float *vel_out, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    V3 v = get(vel, i) + dt * get(acc, i);
    set(vel_out, i, v);
    set(pos_out, i, get(pos, i) + dt * v);
}
