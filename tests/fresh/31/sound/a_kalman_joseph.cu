// fpcheck: track_update <<<1, 32>>> z=@a_kalman_joseph.npy pos_var=empty:8 x=empty:8 tracks=8 steps=4 r=1e-4 p0=1e8 q=1e-6
// expect: ok
// why: P = 1e8 against R = 1e-4 looks like the filter that collapses, but 1 - k is computed as R / S and the update is a sum of positive terms
// figure: pos_var[0] computed 2.68620879e-05, MPFR 2.68620864e-05; x[0] relative error 1.8e-08
// Random-walk Kalman filter of one axis, one track a thread; range fixes of a centimetre after a cold start of 10 km.
struct Track {
    float x;
    float p;
};

__device__ __forceinline__ void update(Track &t, float z, float r)
{
    const float s = t.p + r;
    const float k = t.p / s;
    const float rest = r / s;                   // 1 - k without the difference
    t.x = rest * t.x + k * z;                   // a weighted mean of two positive or two negative positions
    t.p = rest * rest * t.p + k * k * r;        // Joseph's form
}

__global__ void track_update(const float *z, float *pos_var, float *x, int tracks, int steps, float r, float p0, float q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tracks)
        return;
    Track t;
    t.x = 0.0f;
    t.p = p0;
    for (int s = 0; s < steps; s++) {
        update(t, z[s * tracks + i], r);
        t.p += q;
    }
    pos_var[i] = t.p;
    x[i] = t.x;
}
