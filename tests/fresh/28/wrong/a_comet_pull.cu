// fpcheck: pull <<<1, 32>>> pos=[1.5e11,2e10,1e9,7.8e11,-1e11,2e10,4.4e12,1e12,3e11,1.1e13,4e12,2e12,2.9e13,-1e13,5e12] acc=empty:5x3 n=5 gm=1.32712e20
// expect: error overflow at line 18
// why: r^3 in SI units is above FLT_MAX for bodies beyond 7e12 m; the quotient by infinity is a silent zero acceleration
// figure: acc[12] computed 0.0, MPFR -1.28186557e-7
// Heliocentric acceleration of planets and long-period comets, metres and seconds.
struct Vec3 {
    float x, y, z;
};

__device__ Vec3 load(const float *p, int i)
{
    return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ float cube_of_distance(Vec3 r)
{
    float r2 = r.x * r.x + r.y * r.y + r.z * r.z;
    return r2 * sqrtf(r2);
}

__global__ void pull(const float *pos, float *acc, int n, float gm)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3 r = load(pos, i);
    float r3 = cube_of_distance(r);
    float factor = -gm / r3;
    acc[3 * i] = factor * r.x;
    acc[3 * i + 1] = factor * r.y;
    acc[3 * i + 2] = factor * r.z;
}
