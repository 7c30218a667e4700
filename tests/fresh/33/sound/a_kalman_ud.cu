// fpcheck: track_ud <<<1, 32>>> z=@a_track_z.npy steps=6 dt=0.5 prior=1000000.0 noise=0.0004 drive=0.00000001 position=empty:32 velocity=empty:32 variance=empty:64 --ref 'position=@a_track_position.npy' --ref 'velocity=@a_track_velocity.npy' --ref 'variance=@a_track_variance.npy' --tol rtol=1e-4
// expect: ok
// why: a prior of 1e6 against a noise of 4e-4 cancels in the textbook update; here 1 - K is R/S, never a difference, and the velocity's variance is a determinant carried beside the others, so nothing cancels
// figure: largest relative error 1.33e-06 at velocity[14] (-0.270139933, exact -0.270140291), largest absolute error 2.63e-06
//
// Constant-velocity tracking with two states, one target a thread. The covariance is held as the position's variance a,
// the regression b of velocity on position and the rest c: P = [a, ab; ab, ab^2 + c] (Bierman's UD form).

struct State {
    float x, v;
};

struct UD {
    float a, b, c;
};

struct Tuning {
    float dt, prior, noise, drive;
};

// An addition whose error is kept: the state is a small correction on a large prediction.
struct Sum {
    float hi, lo;
};

__device__ Sum two_sum(float x, float y)
{
    Sum s;
    s.hi = x + y;
    float t = s.hi - x;
    s.lo = (x - (s.hi - t)) + (y - t);
    return s;
}

__device__ void start(const Tuning &t, State &s, UD &p)
{
    s.x = 0.0f;
    s.v = 0.0f;
    p.a = t.prior;
    p.b = 0.0f;
    p.c = t.prior;
}

// x' = x + dt v: a' = a (1 + dt b)^2 + dt^2 c + q11, and the covariance with v, by sums of positive terms where v and x
// go together; det' is positive by construction.
__device__ UD predict(const Tuning &t, const UD &p)
{
    float dt = t.dt;
    float m = 1.0f + dt * p.b;
    float q11 = t.drive * dt * dt * dt / 3.0f;
    float q12 = t.drive * dt * dt / 2.0f;
    float q22 = t.drive * dt;
    UD n;
    n.a = p.a * m * m + dt * dt * p.c + q11;
    float cross = p.a * m * p.b + dt * p.c + q12;
    n.b = cross / n.a;
    // det of the sum: a c (of the moved part) plus the mixed terms with Q plus det Q
    float moved = p.a * p.c;
    float vv = p.a * p.b * p.b + p.c;
    float xx = p.a * m * m + dt * dt * p.c;
    float xv = p.a * m * p.b + dt * p.c;
    float mixed = xx * q22 + vv * q11 - 2.0f * xv * q12;
    float own = t.drive * t.drive * dt * dt * dt * dt / 12.0f;
    n.c = (moved + mixed + own) / n.a;
    return n;
}

// The measurement changes a only: b and c are of v given x, which it does not see.
__device__ UD correct(const Tuning &t, const UD &p, float &kx)
{
    float s = p.a + t.noise;
    kx = p.a / s;
    UD n = p;
    n.a = kx * t.noise; // a (1 - a/s) = a r / s
    return n;
}

__device__ State move(const Tuning &t, const State &s)
{
    State n = s;
    n.x = fmaf(t.dt, s.v, s.x);
    return n;
}

__device__ State listen(const State &s, float kx, float b, float z)
{
    Sum d = two_sum(z, -s.x);
    float innovation = d.hi + d.lo;
    State n;
    n.x = fmaf(kx, innovation, s.x);
    n.v = fmaf(kx * b, innovation, s.v);
    return n;
}

__global__ void track_ud(const float *__restrict__ z, int steps, float dt, float prior, float noise, float drive,
                             float *__restrict__ position, float *__restrict__ velocity, float *__restrict__ variance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Tuning t;
    t.dt = dt;
    t.prior = prior;
    t.noise = noise;
    t.drive = drive;
    State s;
    UD p;
    start(t, s, p);
    for (int k = 0; k < steps; ++k) {
        if (k > 0) {
            s = move(t, s);
            p = predict(t, p);
        }
        float kx;
        UD after = correct(t, p, kx);
        s = listen(s, kx, p.b, z[i * steps + k]);
        p = after;
    }
    position[i] = s.x;
    velocity[i] = s.v;
    variance[2 * i] = p.a;
    variance[2 * i + 1] = p.a * p.b * p.b + p.c;
}
