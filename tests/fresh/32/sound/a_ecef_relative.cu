// fpcheck: baseline <<<1, 64>>> rover=@a_ecef_relative_rover.npy base=@a_ecef_relative_base.npy v=empty:48x3 n=48 --ref 'v=@a_ecef_relative_v_ref.npy' --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: geocentric coordinates of 4e6 m cancel to 30 m, but in double, so that 1e-9 m is left of the error; the narrowing to float comes after the difference
// figure: v[24] computed -16.904013, exact -16.90401177900503; 0 of 144 beyond the tolerance, worst 0.0503 times
#include <cuda_runtime.h>

#define A_WGS84 6378137.0
#define E2_WGS84 0.00669437999014132

struct Point {
    double x, y, z;
};

__device__ Point geocentric(double phi, double lambda, double h)
{
    double s = sin(phi), c = cos(phi);
    double N = A_WGS84 / sqrt(1.0 - E2_WGS84 * s * s);
    Point p;
    p.x = (double)((N + h) * c * cos(lambda));
    p.y = (double)((N + h) * c * sin(lambda));
    p.z = (double)((N * (1.0 - E2_WGS84) + h) * s);
    return p;
}

// rover minus base, in metres: what goes to the renderer
__global__ void baseline(const double* rover, const double* base, float* v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point r = geocentric(rover[3 * i], rover[3 * i + 1], rover[3 * i + 2]);
    Point b = geocentric(base[3 * i], base[3 * i + 1], base[3 * i + 2]);
    v[3 * i] = (float)(r.x - b.x);
    v[3 * i + 1] = (float)(r.y - b.y);
    v[3 * i + 2] = (float)(r.z - b.z);
}
