// fpcheck: orbit <<<1, 1>>> state=inout:[7000,0,0,7.5] clock=empty:1 mu=398600.5 h=10 steps=64 want=[640] ref=clock=want --tol rtol=1e-7,atol=0
// expect: ok
// why: time is start + k*h with an integer k, not a sum of steps; the integration is plain binary64 Runge-Kutta without a cancellation
// figure: state[0]: computed 5396.93230338781, MPFR 5396.9323033878103 (relative error 6.5e-17, tolerance some hundred ulps of binary64)
// Two-body motion in the plane (km, s) by classic Runge-Kutta with a fixed step.
struct State {
    double x, y, u, v;
};

__device__ State rate(State s, double mu)
{
    double r2 = s.x * s.x + s.y * s.y;
    double k = -mu / (r2 * sqrt(r2));
    State d = {s.u, s.v, k * s.x, k * s.y};
    return d;
}

__device__ State ahead(State s, State d, double h)
{
    State r = {s.x + h * d.x, s.y + h * d.y, s.u + h * d.u, s.v + h * d.v};
    return r;
}

__global__ void orbit(double *state, double *clock, double mu, double h, int steps)
{
    State s = {state[0], state[1], state[2], state[3]};
    double t = 0.0;
    for (int k = 0; k < steps; k++) {
        State a = rate(s, mu);
        State b = rate(ahead(s, a, 0.5 * h), mu);
        State c = rate(ahead(s, b, 0.5 * h), mu);
        State d = rate(ahead(s, c, h), mu);
        State m = {a.x + 2.0 * (b.x + c.x) + d.x, a.y + 2.0 * (b.y + c.y) + d.y, a.u + 2.0 * (b.u + c.u) + d.u,
                   a.v + 2.0 * (b.v + c.v) + d.v};
        s = ahead(s, m, h / 6.0);
        t = (k + 1) * h;
    }
    state[0] = s.x;
    state[1] = s.y;
    state[2] = s.u;
    state[3] = s.v;
    clock[0] = t;
}
