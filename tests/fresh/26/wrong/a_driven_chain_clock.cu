// fpcheck: chain <<<1, 16>>> x0=[0.01,-0.02,0.03,0,0.02,-0.01,0.015,-0.005,0.01,0.02,-0.03,0,0.01,0.005,-0.01,0.02] v0=[0,0.1,-0.1,0.2,0,0,-0.2,0.1,0,0.1,-0.1,0.2,0,0,-0.2,0.1] x=empty:16 v=empty:16 work=empty:1 energy=empty:1 start=65536 dt=0.002 omega=20 amplitude=5 steps=64
// expect: error absorption at line 135
// why: at t = 65536 a float steps by 1/128, and adding 0.002 changes nothing: the phase of the drive stands still for all 64 steps
// figure: v[0]: computed -0.374678493, MPFR 0.148289751
// A chain of particles on springs, driven by a field that turns with omega; velocity Verlet, continued from a late restart.
#define SITES 16

struct Springs
{
    float bond;
    float pinning;
    float quartic;
};

struct Drive
{
    float omega;
    float amplitude;
};

__device__ Springs parameters()
{
    Springs s;
    s.bond = 40.0f;
    s.pinning = 4.0f;
    s.quartic = 10.0f;
    return s;
}

// Charges of alternating sign: neighbours are driven apart.
__device__ float charge(int site)
{
    return site & 1 ? -1.0f : 1.0f;
}

__device__ float field(const Drive &d, float t)
{
    return d.amplitude * cosf(d.omega * t);
}

// Force of a bond on its left end.
__device__ float bond_force(const Springs &s, float stretch)
{
    return s.bond * stretch;
}

__device__ float site_force(const Springs &s, float x)
{
    return -x * (s.pinning + s.quartic * x * x);
}

__device__ float total_force(const Springs &s, const float *x, int site, float drive)
{
    float here = x[site];
    float left = x[(site + SITES - 1) % SITES];
    float right = x[(site + 1) % SITES];
    float f = bond_force(s, right - here) - bond_force(s, here - left);
    f += site_force(s, here);
    f += charge(site) * drive;
    return f;
}

// Kinetic and potential energy of a site and of the bond to its right; all of it is positive.
__device__ float site_energy(const Springs &s, const float *x, int site, float v)
{
    float here = x[site];
    float stretch = x[(site + 1) % SITES] - here;
    float square = here * here;
    float potential = 0.5f * s.pinning * square + 0.25f * s.quartic * square * square;
    return 0.5f * v * v + 0.5f * s.bond * stretch * stretch + potential;
}

struct State
{
    float x;
    float v;
    float f;
};

__device__ State half_kick(State a, float dt)
{
    a.v += 0.5f * dt * a.f;
    return a;
}

__device__ State drift(State a, float dt)
{
    a.x += dt * a.v;
    return a;
}

// Sum over the sites by halving; all threads take part.
__device__ float sites_sum(float *scratch, float value, int site)
{
    scratch[site] = value;
    __syncthreads();
    for (int h = SITES / 2; h > 0; h >>= 1) {
        if (site < h)
            scratch[site] += scratch[site + h];
        __syncthreads();
    }
    float sum = scratch[0];
    __syncthreads();
    return sum;
}

__global__ void chain(const float *x0, const float *v0, float *x, float *v, float *work, float *energy, float start, float dt,
                      float omega, float amplitude, int steps)
{
    __shared__ float position[SITES];
    __shared__ float scratch[SITES];

    const int site = threadIdx.x;
    const Springs springs = parameters();
    Drive drive;
    drive.omega = omega;
    drive.amplitude = amplitude;

    State a;
    a.x = x0[site];
    a.v = v0[site];
    position[site] = a.x;
    __syncthreads();

    float t = start;
    a.f = total_force(springs, position, site, field(drive, t));
    __syncthreads();

    float done = 0.0f;
    for (int step = 0; step < steps; step++) {
        a = half_kick(a, dt);
        float moved = dt * a.v;
        a = drift(a, dt);
        position[site] = a.x;
        t += dt;
        __syncthreads();

        float e = field(drive, t);
        a.f = total_force(springs, position, site, e);
        // Work of the field on this site, for the balance of energy.
        done += charge(site) * e * moved;
        a = half_kick(a, dt);
        __syncthreads();
    }

    x[site] = a.x;
    v[site] = a.v;
    float sum = sites_sum(scratch, done, site);
    float all = sites_sum(scratch, site_energy(springs, position, site, a.v), site);
    if (site == 0) {
        *work = sum;
        *energy = all;
    }
}
