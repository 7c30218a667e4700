// fpcheck: track <<<1, 32>>> z=@a_track_z.npy steps=6 dt=0.5 prior=1000000.0 noise=0.0004 drive=0.00000001 position=empty:32 velocity=empty:32 variance=empty:64
// expect: error rounding at line 74
// why: the update P - K H P with a vague prior (1e6) and a precise sensor (4e-4) is a difference of numbers near 1e6 whose result is 4e-4: the variance becomes 0 or negative and the filter no longer listens (the known reason for Joseph's form)
// figure: variance[0] computed 2.66639884e-08, MPFR 0.000209524698
//
// Constant-velocity tracking, one target a thread: a Kalman filter with two states and a scalar measurement.

struct State {
    float x, v;
};

// The covariance is symmetric: three numbers.
struct Cov {
    float xx, xv, vv;
};

struct Tuning {
    float dt, prior, noise, drive;
};

struct Gain {
    float x, v;
};

__device__ void start(const Tuning &t, float first, State &s, Cov &p)
{
    s.x = first;
    s.v = 0.0f;
    p.xx = t.prior;
    p.xv = 0.0f;
    p.vv = t.prior;
}

__device__ State predict_state(const Tuning &t, const State &s)
{
    State n;
    n.x = s.x + t.dt * s.v;
    n.v = s.v;
    return n;
}

// F P F' + Q of a white acceleration
__device__ Cov predict_cov(const Tuning &t, const Cov &p)
{
    float dt = t.dt;
    Cov n;
    n.xx = p.xx + 2.0f * dt * p.xv + dt * dt * p.vv + t.drive * dt * dt * dt / 3.0f;
    n.xv = p.xv + dt * p.vv + t.drive * dt * dt / 2.0f;
    n.vv = p.vv + t.drive * dt;
    return n;
}

__device__ Gain gain_of(const Tuning &t, const Cov &p)
{
    float innovation_variance = p.xx + t.noise;
    Gain k;
    k.x = p.xx / innovation_variance;
    k.v = p.xv / innovation_variance;
    return k;
}

__device__ State correct_state(const State &s, const Gain &k, float z)
{
    float innovation = z - s.x;
    State n;
    n.x = s.x + k.x * innovation;
    n.v = s.v + k.v * innovation;
    return n;
}

__device__ Cov correct_cov(const Cov &p, const Gain &k)
{
    Cov n;
    n.xx = p.xx - k.x * p.xx;
    n.xv = p.xv - k.x * p.xv;
    n.vv = p.vv - k.v * p.xv;
    return n;
}

__global__ void track(const float *__restrict__ z, int steps, float dt, float prior, float noise, float drive,
                      float *__restrict__ position, float *__restrict__ velocity, float *__restrict__ variance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *mine = z + i * steps;

    Tuning t;
    t.dt = dt;
    t.prior = prior;
    t.noise = noise;
    t.drive = drive;

    State s;
    Cov p;
    start(t, 0.0f, s, p);

    for (int k = 0; k < steps; ++k) {
        if (k > 0) {
            s = predict_state(t, s);
            p = predict_cov(t, p);
        }
        Gain g = gain_of(t, p);
        s = correct_state(s, g, mine[k]);
        p = correct_cov(p, g);
    }

    position[i] = s.x;
    velocity[i] = s.v;
    variance[2 * i] = p.xx;
    variance[2 * i + 1] = p.vv;
}
