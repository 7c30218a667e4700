// fpcheck: encke <<<1, 32>>> x=[7000,4200,-3100,0] y=[0,5600,6300,-7400] z=[0,100,800,900] dx=[0.0001,0.0002,-0.0001,0.00005] dy=[0.00003,0.0001,0.0002,-0.0001] dz=[0.00001,0,0.00002,0.0001] ax=empty:4 ay=empty:4 az=empty:4 mu=398600.44 n=4
// expect: ok
// why: f(q) looks like a plain difference, but Battin's form q (3 + 3q + q^2) / (1 + (1+q)^1.5) has none; q itself is d.(d - 2r)/r^2
// figure: ax[0]: computed 2.32420069e-10, MPFR 2.32420079e-10: relative error 4.2e-08, tolerance about 1e-6
// Encke's method: acceleration of the deviation (dx, dy, dz) from the osculating orbit, km and s.
__device__ float encke_f(float q)
{
    float s = 1.0f + q;
    return q * (3.0f + q * (3.0f + q)) / (1.0f + s * sqrtf(s));
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
