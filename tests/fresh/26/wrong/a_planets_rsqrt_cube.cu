// fpcheck: pull <<<1, 32>>> x=[0,1.5e11,-7.8e11,3.0e12] y=[0,1.0e10,2.0e10,-3.3e12] z=[0,0,1.0e9,2.0e10] gm=[1.327e20,3.986e14,1.267e17,6.836e15] a=empty:12 n=4
// expect: error overflow at line 11
// why: r^2 is 1e22 m^2, its cube overflows, rsqrtf(inf) is 0 and every pair silently pulls with nothing
// figure: a[3]: computed 0, MPFR -0.00585882321
struct Vec { float x, y, z; };

__device__ Vec pair(Vec a, float px, float py, float pz, float qx, float qy, float qz, float gm)
{
    float dx = qx - px, dy = qy - py, dz = qz - pz;
    float r2 = dx * dx + dy * dy + dz * dz;
    float inv = rsqrtf(r2 * r2 * r2);
    float k = gm * inv;
    a.x += k * dx;
    a.y += k * dy;
    a.z += k * dz;
    return a;
}

__global__ void pull(const float *x, const float *y, const float *z, const float *gm, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec s = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < n; j++)
        if (j != i)
            s = pair(s, x[i], y[i], z[i], x[j], y[j], z[j], gm[j]);
    a[3 * i] = s.x;
    a[3 * i + 1] = s.y;
    a[3 * i + 2] = s.z;
}
