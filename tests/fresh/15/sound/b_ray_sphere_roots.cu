// fpcheck: hit<<<1, 32>>> origin=[0.0,0.0,-20.0,1.0,2.0,3.0,-5.0,0.25,0.5] way=[0.0,0.0,1.0,0.8,0.6,0.25,2.0,0.125,0.0] centre=[0.5,0.25,0.0,9.0,7.5,5.5,3.0,0.5,0.25] radius=[1.0,2.0,1.5] t=empty:6 n=3 want=[19.17084380241115,20.82915619758885,7.817874562369828,11.617419109393246,3.2647267026825113,4.719709094982858] ref=t=want --tol rtol=1e-5,atol=0
// expect: ok
// why: a quadratic with roots of one sign, but the discriminant is made from the distance of the centre from the ray, and the nearer root as a quotient: no difference of large squares
// figure: MPFR t[0] = 19.1708438; error below 1e-6 relative against 1e-5 allowed
// Where a ray enters and leaves a sphere (path lengths in units of the direction).
struct Vec {
    float x, y, z;
};

__device__ Vec vec(const float *p, int i)
{
    Vec v = {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    return v;
}

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec along(Vec a, float s, Vec b)
{
    Vec v = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return v;
}

__global__ void hit(const float *origin, const float *way, const float *centre, const float *radius, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec d = vec(way, i);
    Vec l = along(vec(centre, i), -1.0f, vec(origin, i));
    float r = radius[i];
    float a = dot(d, d);
    float b = dot(l, d);
    Vec off = along(l, -b / a, d);
    float rest = r * r - dot(off, off);
    if (rest < 0.0f) {
        t[2 * i] = t[2 * i + 1] = -1.0f;
        return;
    }
    float q = b + copysignf(sqrtf(a * rest), b);
    float c = dot(l, l) - r * r;
    float one = c / q, two = q / a;
    t[2 * i] = fminf(one, two);
    t[2 * i + 1] = fmaxf(one, two);
}
