// fpcheck: localize <<<1, 32>>> bearing=@a_ekf_bearing.npy odometry=@a_ekf_odometry.npy beacon=@a_ekf_beacon.npy pose=@a_ekf_pose0.npy estimate=empty:96 steps=16 beacons=4 noise=0.0004 --ref 'estimate=@a_ekf_estimate.npy' --tol rtol=1e-2,atol=1e-2
// expect: error mismatch at line 25
// why: fmodf keeps the sign of its first argument, so of differences below -pi the "wrapped" innovation is up to 2 pi off and one such bearing throws the estimate away (known from EKF localisation codes)
// figure: estimate[85] computed -17.6807423, MPFR -0.0249661207
//
// A robot that hears the bearings of known beacons: an extended Kalman filter of x, y and heading, one run a thread.

#define PI_F 3.14159265f
#define TWO_PI_F 6.28318531f

struct Pose {
    float x, y, h;
};

struct Cov {
    float p[3][3];
};

struct Jacobian {
    float h[3];
};

__device__ float wrap(float a)
{
    return fmodf(a + PI_F, TWO_PI_F) - PI_F;
}

__device__ void initial_cov(Cov &c)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            c.p[i][j] = i == j ? 0.04f : 0.0f;
    c.p[2][2] = 0.01f;
}

__device__ void move(Pose &s, Cov &c, float forward, float turn)
{
    float sn = sinf(s.h), cs = cosf(s.h);
    s.x += forward * cs;
    s.y += forward * sn;
    s.h += turn;
    // F = I with F02 = -forward sin, F12 = forward cos
    float a = -forward * sn, b = forward * cs;
    float q[3][3];
    for (int j = 0; j < 3; ++j) {
        q[0][j] = c.p[0][j] + a * c.p[2][j];
        q[1][j] = c.p[1][j] + b * c.p[2][j];
        q[2][j] = c.p[2][j];
    }
    for (int i = 0; i < 3; ++i) {
        c.p[i][0] = q[i][0] + a * q[i][2];
        c.p[i][1] = q[i][1] + b * q[i][2];
        c.p[i][2] = q[i][2];
    }
    c.p[0][0] += 1e-4f;
    c.p[1][1] += 1e-4f;
    c.p[2][2] += 1e-5f;
}

__device__ float expected_bearing(const Pose &s, float bx, float by, Jacobian &j)
{
    float dx = bx - s.x, dy = by - s.y;
    float r2 = dx * dx + dy * dy;
    j.h[0] = dy / r2;
    j.h[1] = -dx / r2;
    j.h[2] = -1.0f;
    return atan2f(dy, dx) - s.h;
}

__device__ void correct(Pose &s, Cov &c, const Jacobian &j, float innovation, float noise)
{
    float ph[3];
    float v = noise;
    for (int i = 0; i < 3; ++i) {
        ph[i] = c.p[i][0] * j.h[0] + c.p[i][1] * j.h[1] + c.p[i][2] * j.h[2];
        v += j.h[i] * ph[i];
    }
    float k[3];
    for (int i = 0; i < 3; ++i)
        k[i] = ph[i] / v;
    s.x += k[0] * innovation;
    s.y += k[1] * innovation;
    s.h += k[2] * innovation;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            c.p[a][b] -= k[a] * ph[b];
}

__global__ void localize(const float *__restrict__ bearing, const float *__restrict__ odometry,
                         const float *__restrict__ beacon, const float *__restrict__ pose, float *__restrict__ estimate,
                         int steps, int beacons, float noise)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Pose s;
    s.x = pose[3 * t];
    s.y = pose[3 * t + 1];
    s.h = pose[3 * t + 2];
    Cov c;
    initial_cov(c);

    for (int k = 0; k < steps; ++k) {
        move(s, c, odometry[2 * k], odometry[2 * k + 1]);
        int b = k % beacons;
        Jacobian j;
        float expected = expected_bearing(s, beacon[2 * b], beacon[2 * b + 1], j);
        float innovation = wrap(bearing[t * steps + k] - expected);
        correct(s, c, j, innovation, noise);
    }
    estimate[3 * t] = s.x;
    estimate[3 * t + 1] = s.y;
    estimate[3 * t + 2] = s.h;
}
