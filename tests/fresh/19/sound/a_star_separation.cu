// fpcheck: separations <<<1, 6>>> a=[-0.0711740702,0.291980982,0.551730454,0.513774216,0.528894424,-0.129402414,1.16084766,0.411830515,0.100572072,0.331024081,0.988467932,-1.11494148,0.58076489,1.04341817,0.166021794,2.25021935,0.385357469,-1.54874754] b=[0.43581599,1.2516396,1.2372123,0.513643801,0.528637528,-0.130084634,1.16084027,0.41183123,0.100559309,0.322821617,0.982781529,-1.10461295,-0.580172002,-1.04379308,-0.16586481,2.62327862,0.0824873596,-1.17529774] angle=empty:6 n=6 want=[0.46716816943437123,0.0009680614825186626,1.017366201594248e-05,0.0040268422411089992,3.1409966105949003,0.21243757635408969] --ref 'angle=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: nearly parallel directions, where acos of the dot product fails: cross products by exact differences of products and atan2 keep the angle
// figure: angle[2] computed 1.0173662e-05, MPFR 1.017366202e-05; a few ulps of 1e-5 relative
// Angle between two directions of any length, from 0 to pi.
struct Vec {
    float x, y, z;
};

// a * b - c * d with the error of the second product put back (Kahan).
__device__ inline float difference_of_products(float a, float b, float c, float d)
{
    float cd = c * d;
    float error = fmaf(-c, d, cd);
    float first = fmaf(a, b, -cd);
    return first + error;
}

__device__ Vec cross(Vec a, Vec b)
{
    Vec c;
    c.x = difference_of_products(a.y, b.z, a.z, b.y);
    c.y = difference_of_products(a.z, b.x, a.x, b.z);
    c.z = difference_of_products(a.x, b.y, a.y, b.x);
    return c;
}

__global__ void separations(const float *a, const float *b, float *angle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec u = {a[3 * i], a[3 * i + 1], a[3 * i + 2]};
    Vec v = {b[3 * i], b[3 * i + 1], b[3 * i + 2]};
    Vec c = cross(u, v);
    float sine = sqrtf(c.x * c.x + c.y * c.y + c.z * c.z);
    float cosine = u.x * v.x + u.y * v.y + u.z * v.z;
    angle[i] = atan2f(sine, cosine);
}
