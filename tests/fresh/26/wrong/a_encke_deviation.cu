// fpcheck: encke <<<1, 32>>> x=[7000,4200,-3100,0] y=[0,5600,6300,-7400] z=[0,100,800,900] dx=[0.0001,0.0002,-0.0001,0.00005] dy=[0.00003,0.0001,0.0002,-0.0001] dz=[0.00001,0,0.00002,0.0001] ax=empty:4 ay=empty:4 az=empty:4 mu=398600.44 n=4
// expect: error cancellation at line 9
// why: (1 + q)^1.5 - 1 with q of 1e-8: 1 + q is 1 in float, f is 0 and the tidal part -3 d of the deviation's acceleration is lost
// figure: ax[0]: computed -1.16210049e-10, MPFR 2.32420079e-10
// Encke's method: acceleration of the deviation (dx, dy, dz) from the osculating orbit, km and s.
__device__ float encke_f(float q)
{
    float s = 1.0f + q;
    return s * sqrtf(s) - 1.0f;
}

__global__ void encke(const float *x, const float *y, const float *z, const float *dx, const float *dy, const float *dz,
                      float *ax, float *ay, float *az, float mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float r2 = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
    float q = (dx[i] * (dx[i] - 2.0f * x[i]) + dy[i] * (dy[i] - 2.0f * y[i]) + dz[i] * (dz[i] - 2.0f * z[i])) / r2;
    float f = encke_f(q);
    // The reference radius from r and q.
    float rho2 = r2 * (1.0f + q);
    float rho = sqrtf(rho2);
    float k = -mu / (rho2 * rho);
    ax[i] = k * (f * x[i] + dx[i]);
    ay[i] = k * (f * y[i] + dy[i]);
    az[i] = k * (f * z[i] + dz[i]);
}
