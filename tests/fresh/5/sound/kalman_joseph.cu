// fpcheck: kalman <<<1, 32>>> z=[8.016,7.777,8.328,7.901,8.529,7.897,9.894,9.874,10.188,10.056,10.411,9.834,12.087,12.581,11.928,12.16,12.472,12.166,13.81,13.381,14.718,14.129,14.378,13.857] position=empty:4 velocity=empty:4 sigma2=empty:4 p0=400000000 q=0.00001 r=0.25 dt=1.0 steps=6 filters=4 n=6 want=[0.04243670289608987,0.04243670289608987,0.04243670289608987,0.04243670289608987] ref=sigma2=want --tol rtol=1e-2,atol=0
// expect: ok
// Constant-velocity Kalman filters for the range of several beacons: one thread a filter, states of two, binary32.
#include <cuda_runtime.h>

struct Covariance {
    float pp, pv, vv; // symmetric 2 by 2
};

struct State {
    float p, v;
};

struct Filter {
    State x;
    Covariance c;
};

struct Model {
    float q, r, dt;
};

struct Gain {
    float p, v;
    float rest; // 1 - p
};

// ---------------------------------------------------------------- start

__device__ Filter start(float first, float p0)
{
    Filter f;
    f.x.p = first;
    f.x.v = 0.0f;
    f.c.pp = p0;
    f.c.pv = 0.0f;
    f.c.vv = 1e-4f; // parked, or nearly
    return f;
}

// ---------------------------------------------------------------- prediction

__device__ State predict(State x, Model m)
{
    State y;
    y.p = x.p + m.dt * x.v;
    y.v = x.v;
    return y;
}

// F P F' + Q, white acceleration.
__device__ Covariance predict(Covariance c, Model m)
{
    float dt = m.dt;
    float dt2 = dt * dt;
    Covariance y;
    y.pp = c.pp + 2.0f * dt * c.pv + dt2 * c.vv;
    y.pv = c.pv + dt * c.vv;
    y.vv = c.vv;
    y.pp += 0.25f * dt2 * dt2 * m.q;
    y.pv += 0.5f * dt2 * dt * m.q;
    y.vv += dt2 * m.q;
    return y;
}

__device__ Filter predict(Filter f, Model m)
{
    Filter y;
    y.x = predict(f.x, m);
    y.c = predict(f.c, m);
    return y;
}

// ---------------------------------------------------------------- update

// H = (1 0): the innovation has the variance pp + r.
__device__ Gain gain(Covariance c, Model m)
{
    float s = c.pp + m.r;
    Gain k;
    k.p = c.pp / s;
    k.v = c.pv / s;
    k.rest = m.r / s;
    return k;
}

__device__ State correct(State x, Gain k, float innovation)
{
    State y;
    y.p = x.p + k.p * innovation;
    y.v = x.v + k.v * innovation;
    return y;
}

// (I - K H) P (I - K H)' + K R K' (Joseph), with 1 - k as r / s: sums of squares only in the corner that matters.
__device__ Covariance correct(Covariance c, Gain k, Model m)
{
    Covariance y;
    y.pp = k.rest * k.rest * c.pp + k.p * k.p * m.r;
    y.pv = k.rest * c.pv;
    y.vv = c.vv - k.v * c.pv;
    return y;
}

__device__ Filter correct(Filter f, Model m, float z)
{
    Gain k = gain(f.c, m);
    float innovation = z - f.x.p;
    Filter y;
    y.x = correct(f.x, k, innovation);
    y.c = correct(f.c, k, m);
    return y;
}

// ---------------------------------------------------------------- gating

// Squared innovation over its variance; a measurement beyond the gate is not used.
__device__ float mahalanobis(Filter f, Model m, float z)
{
    float d = z - f.x.p;
    float s = f.c.pp + m.r;
    return d * d / s;
}

__device__ bool inside_gate(Filter f, Model m, float z)
{
    const float gate = 100.0f; // wide: ten sigma
    return mahalanobis(f, m, z) < gate;
}

// ---------------------------------------------------------------- measurements

__device__ inline float measurement(const float *z, int filter, int step, int n)
{
    return z[filter * n + step];
}

__device__ inline bool valid(float z)
{
    return z == z && z > 0.0f;
}

// ---------------------------------------------------------------- output

__device__ void store(Filter f, float *position, float *velocity, float *sigma2, int i)
{
    position[i] = f.x.p;
    velocity[i] = f.x.v;
    sigma2[i] = f.c.pp;
}

__device__ Model model(float q, float r, float dt)
{
    Model m;
    m.q = q;
    m.r = r;
    m.dt = dt;
    return m;
}

// ---------------------------------------------------------------- the kernel
//
// Every filter starts at its first measurement with a wide variance, as after a loss of lock. Each of the
// following steps predicts, tests the measurement against the gate, and corrects:
//
//     x = F x,                P = F P F' + Q
//     K = P H' / (H P H' + R)
//     x = x + K (z - H x),    P = (I - K H) P
//
// The first correction takes the variance of the position from p0 down to about r.

__global__ void kalman(const float *z, float *position, float *velocity, float *sigma2, float p0, float q, float r,
                       float dt, int steps, int filters, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= filters)
        return;

    Model m = model(q, r, dt);
    float first = measurement(z, i, 0, n);
    Filter f = start(first, p0);

    // the first measurement corrects without a prediction
    f = correct(f, m, first);

    int used = 1;
    for (int k = 1; k < steps && k < n; k++) {
        f = predict(f, m);
        float now = measurement(z, i, k, n);
        if (!valid(now))
            continue;
        if (!inside_gate(f, m, now))
            continue;
        f = correct(f, m, now);
        used++;
    }

    // a filter that never locked reports the prior
    if (used < 2)
        f.c.pp = p0;
    store(f, position, velocity, sigma2, i);
}
