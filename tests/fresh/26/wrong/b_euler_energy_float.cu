// fpcheck: step <<<1, 64>>> rho=const(1.25):64 u=const(3000.7):64 p=const(1.5):64 rho_out=empty:64 u_out=empty:64 p_out=empty:64 n=64 dt_dx=0.0001 --ref 'p_out=p' --tol rtol=1e-4
// expect: error cancellation at line 37
// why: uniform hypersonic flow is carried as total energy in float; the pressure, a few millionths of it, is got back by subtracting the kinetic energy
// figure: computed p_out[0] = 1.51413, exact 1.5
// One step of the Euler equations in one dimension with HLL fluxes; the input and output are primitive variables.
#define GAMMA 1.4f
#define CELLS 64

typedef float real;

struct State {
    real mass;
    real momentum;
    real energy;
};

struct Primitive {
    real density;
    real velocity;
    real pressure;
};

__device__ State conserved(Primitive w)
{
    State s;
    s.mass = w.density;
    s.momentum = w.density * w.velocity;
    s.energy = w.pressure / (real(GAMMA) - real(1)) + real(0.5) * w.density * w.velocity * w.velocity;
    return s;
}

__device__ Primitive primitive(State s)
{
    Primitive w;
    w.density = s.mass;
    w.velocity = s.momentum / s.mass;
    w.pressure = (real(GAMMA) - real(1)) * (s.energy - real(0.5) * s.momentum * w.velocity);
    return w;
}

__device__ State flux(State s, Primitive w)
{
    State f;
    f.mass = s.momentum;
    f.momentum = s.momentum * w.velocity + w.pressure;
    f.energy = (s.energy + w.pressure) * w.velocity;
    return f;
}

__device__ real sound_speed(Primitive w)
{
    return sqrt(real(GAMMA) * w.pressure / w.density);
}

__device__ real hll(real fl, real fr, real ul, real ur, real sl, real sr)
{
    if (sl >= real(0))
        return fl;
    if (sr <= real(0))
        return fr;
    return (sr * fl - sl * fr + sl * sr * (ur - ul)) / (sr - sl);
}

__device__ State interface_flux(State l, Primitive wl, State r, Primitive wr)
{
    real cl = sound_speed(wl);
    real cr = sound_speed(wr);
    real sl = min(wl.velocity - cl, wr.velocity - cr);
    real sr = max(wl.velocity + cl, wr.velocity + cr);
    State fl = flux(l, wl);
    State fr = flux(r, wr);
    State f;
    f.mass = hll(fl.mass, fr.mass, l.mass, r.mass, sl, sr);
    f.momentum = hll(fl.momentum, fr.momentum, l.momentum, r.momentum, sl, sr);
    f.energy = hll(fl.energy, fr.energy, l.energy, r.energy, sl, sr);
    return f;
}

__global__ void step(const float *rho, const float *u, const float *p, float *rho_out, float *u_out, float *p_out, int n, float dt_dx)
{
    __shared__ real density[CELLS], velocity[CELLS], pressure[CELLS];
    __shared__ real f_mass[CELLS + 1], f_momentum[CELLS + 1], f_energy[CELLS + 1];
    int i = threadIdx.x;
    density[i] = rho[i];
    velocity[i] = u[i];
    pressure[i] = p[i];
    __syncthreads();

    // The interface on the left of each cell, and the last one: outflow at both ends.
    for (int face = i; face <= n; face += blockDim.x) {
        int l = face > 0 ? face - 1 : 0;
        int r = face < n ? face : n - 1;
        Primitive wl = {density[l], velocity[l], pressure[l]};
        Primitive wr = {density[r], velocity[r], pressure[r]};
        State f = interface_flux(conserved(wl), wl, conserved(wr), wr);
        f_mass[face] = f.mass;
        f_momentum[face] = f.momentum;
        f_energy[face] = f.energy;
    }
    __syncthreads();

    if (i < n) {
        Primitive w = {density[i], velocity[i], pressure[i]};
        State s = conserved(w);
        s.mass -= real(dt_dx) * (f_mass[i + 1] - f_mass[i]);
        s.momentum -= real(dt_dx) * (f_momentum[i + 1] - f_momentum[i]);
        s.energy -= real(dt_dx) * (f_energy[i + 1] - f_energy[i]);
        w = primitive(s);
        rho_out[i] = (float)w.density;
        u_out[i] = (float)w.velocity;
        p_out[i] = (float)w.pressure;
    }
}

struct Compensated {
    float sum, lost;
};

__device__ void add(Compensated &a, float x)
{
    float t = a.sum + x;
    if (fabsf(a.sum) >= fabsf(x))
        a.lost += (a.sum - t) + x;
    else
        a.lost += (x - t) + a.sum;
    a.sum = t;
}

__global__ void series_sums(const float *first, const float *step, float *total, int terms)
{
    int i = threadIdx.x;
    Compensated c = {first[i], 0.0f};
    for (int k = 0; k < terms; ++k)
        add(c, step[i]);
    total[i] = c.sum + c.lost;
}

__device__ int wrap(int i, int n)
{
    i %= n;
    return i < 0 ? i + n : i;
}

__global__ void advect(const float *q, float *out, float shift, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float from = (float)i - shift;
    float base = floorf(from);
    int cell = (int)base;
    float w = from - base;
    out[i] = (1.0f - w) * q[wrap(cell, n)] + w * q[wrap(cell + 1, n)];
}

__global__ void warm(float *temp, float rate, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = temp[i];
    float carry = 0.0f;
    for (int k = 0; k < steps; ++k) {
        float y = fmaf(rate, dt, carry);
        float s = t + y;
        carry = y - (s - t);
        t = s;
    }
    temp[i] = t;
}
