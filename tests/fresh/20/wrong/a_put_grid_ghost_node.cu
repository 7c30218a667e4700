// fpcheck: crank_nicolson<<<2, 64>>> strike=[100,80] rate=[0.03,0.01] volatility=[0.25,0.4] expiry=[1,0.5] value=empty:2x64 delta=empty:2x64 steps=8
// expect: error uninitialised at line 142
// why: the two boundary nodes are 0 and NODES + 1, but the second is written at NODES: the last inner node reads a shared element that nothing wrote, and its own value was overwritten
// figure: computed value[63]=undefined, MPFR 1.63762964e-05
// European puts by Crank-Nicolson in log-price, one option a block, one inner node a thread; the tridiagonal system of
// each step is solved by parallel cyclic reduction in shared memory.
#include <cmath>

#define NODES 64

struct Option {
    double strike;
    double rate;
    double volatility;
    double expiry;
};

struct Mesh {
    double bottom;
    double dx;
    double dt;
};

struct Weights {
    double down;
    double stay;
    double up;
};

__device__ Option option_at(const double *strike, const double *rate, const double *volatility, const double *expiry, int i)
{
    Option o;
    o.strike = strike[i];
    o.rate = rate[i];
    o.volatility = volatility[i];
    o.expiry = expiry[i];
    return o;
}

// Inner nodes 1 .. NODES between two boundary nodes, log(strike) in the middle.
__device__ Mesh mesh_of(const Option &o, int steps)
{
    Mesh m;
    double width = 4.0 * o.volatility * sqrt(o.expiry) + 0.2;
    m.bottom = log(o.strike) - width;
    m.dx = 2.0 * width / (NODES + 1);
    m.dt = o.expiry / steps;
    return m;
}

__device__ double price_at(const Mesh &m, int node)
{
    return exp(m.bottom + m.dx * node);
}

__device__ double payoff(const Option &o, double price)
{
    return fmax(o.strike - price, 0.0);
}

// The operator L of dV/dtau = L V, as weights of three neighbours.
__device__ Weights operator_weights(const Option &o, const Mesh &m)
{
    double half_variance = 0.5 * o.volatility * o.volatility;
    double diffusion = half_variance / (m.dx * m.dx);
    double drift = (o.rate - half_variance) / (2.0 * m.dx);
    Weights w;
    w.down = diffusion - drift;
    w.stay = -2.0 * diffusion - o.rate;
    w.up = diffusion + drift;
    return w;
}

__device__ double boundary(const Option &o, const Mesh &m, int node, double tau)
{
    if (node == 0)
        return o.strike * exp(-o.rate * tau) - price_at(m, 0);
    return 0.0;
}

struct Row {
    double a;
    double b;
    double c;
    double d;
};

__device__ Row identity_row()
{
    Row r;
    r.a = 0.0;
    r.b = 1.0;
    r.c = 0.0;
    r.d = 0.0;
    return r;
}

__device__ Row eliminate(Row mid, Row left, Row right)
{
    double p = mid.a / left.b;
    double q = mid.c / right.b;
    Row r;
    r.a = -p * left.a;
    r.b = mid.b - p * left.c - q * right.a;
    r.c = -q * right.c;
    r.d = mid.d - p * left.d - q * right.d;
    return r;
}

// Parallel cyclic reduction: after log2(NODES) steps every row stands alone.
__device__ double solve(Row mine, Row *rows)
{
    int t = threadIdx.x;
    for (int reach = 1; reach < NODES; reach *= 2) {
        rows[t] = mine;
        __syncthreads();
        Row left = t >= reach ? rows[t - reach] : identity_row();
        Row right = t + reach < NODES ? rows[t + reach] : identity_row();
        mine = eliminate(mine, left, right);
        __syncthreads();
    }
    return mine.d / mine.b;
}

__global__ void crank_nicolson(const double *strike, const double *rate, const double *volatility, const double *expiry, double *value, double *delta, int steps)
{
    __shared__ double v[NODES + 2];
    __shared__ Row rows[NODES];
    int t = threadIdx.x;
    int node = t + 1;
    Option o = option_at(strike, rate, volatility, expiry, blockIdx.x);
    Mesh m = mesh_of(o, steps);
    Weights w = operator_weights(o, m);
    v[node] = payoff(o, price_at(m, node));
    __syncthreads();
    if (t < 2)
        v[t * NODES] = boundary(o, m, t * NODES, 0.0);
    __syncthreads();
    double half = 0.5 * m.dt;
    for (int k = 1; k <= steps; k++) {
        double tau = k * m.dt;
        double old = v[node] + half * (w.down * v[node - 1] + w.stay * v[node] + w.up * v[node + 1]);
        double low = boundary(o, m, 0, tau);
        Row r;
        r.a = t > 0 ? -half * w.down : 0.0;
        r.b = 1.0 - half * w.stay;
        r.c = t < NODES - 1 ? -half * w.up : 0.0;
        r.d = old + (t == 0 ? half * w.down * low : 0.0);
        double now = solve(r, rows);
        v[node] = now;
        if (t == 0)
            v[0] = low;
        __syncthreads();
    }
    value[blockIdx.x * NODES + t] = v[node];
    delta[blockIdx.x * NODES + t] = (v[node + 1] - v[node - 1]) / (2.0 * m.dx * price_at(m, node));
}
