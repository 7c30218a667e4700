// fpcheck: track_update <<<1, 32>>> z=@a_kalman_gain_clamp.npy pos_var=empty:8 vel_var=empty:8 x=empty:8 tracks=8 steps=4 r=1e-4 p0=1e8 q=1e-6 dt=0.1
// expect: error cancellation hidden by a clamp at line 28
// why: (1 - k) P with P = 1e8 and R = 1e-4: the gain rounds to 1, the variance to 0, and the clamp makes it 1e-9 where it should be 1e-4
// figure: pos_var[0] computed 6.44546089e-05, MPFR 7.00507555e-05
// Constant-velocity Kalman filter of one axis, one track a thread; range fixes of a centimetre after a cold start of 10 km.
struct Track {
    float x, v;
    float pxx, pxv, pvv;
};

__device__ __forceinline__ void predict(Track &t, float dt, float q)
{
    t.x += dt * t.v;
    t.pxx += dt * (2.0f * t.pxv + dt * t.pvv) + q;
    t.pxv += dt * t.pvv;
    t.pvv += q;
}

__device__ __forceinline__ void update(Track &t, float z, float r)
{
    const float s = t.pxx + r;
    const float kx = t.pxx / s;
    const float kv = t.pxv / s;
    const float innovation = z - t.x;
    t.x += kx * innovation;
    t.v += kv * innovation;
    const float pxv = t.pxv;
    t.pxx = (1.0f - kx) * t.pxx;
    t.pxv = (1.0f - kx) * t.pxv;
    t.pvv = t.pvv - kv * pxv;
    // rounding may leave a variance slightly negative
    t.pxx = fmaxf(t.pxx, 1e-9f);
    t.pvv = fmaxf(t.pvv, 1e-9f);
}

__global__ void track_update(const float *z, float *pos_var, float *vel_var, float *x, int tracks, int steps, float r,
                             float p0, float q, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tracks)
        return;
    Track t;
    t.x = 0.0f;
    t.v = 0.0f;
    t.pxx = p0;
    t.pxv = 0.0f;
    t.pvv = 1.0f;
    update(t, z[i], r);
    for (int s = 1; s < steps; s++) {
        predict(t, dt, q);
        update(t, z[s * tracks + i], r);
    }
    pos_var[i] = t.pxx;
    vel_var[i] = t.pvv;
    x[i] = t.x;
}
