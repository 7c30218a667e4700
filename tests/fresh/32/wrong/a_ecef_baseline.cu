// fpcheck: baseline <<<1, 64>>> rover=@a_ecef_baseline_rover.npy base=@a_ecef_baseline_base.npy v=empty:48x3 n=48 --ref 'v=@a_ecef_baseline_v_ref.npy' --tol rtol=1e-4,atol=0.01
// expect: error cancellation at line 19
// why: geocentric coordinates of some 4e6 m are kept in float (ulp 0.25 to 0.5 m) before the difference of two points 30 m apart is taken: the jitter reported for globe viewers
// figure: v[116] computed 3.5, exact 3.956588677892796; 125 of 144 beyond the tolerance, worst 43.9 times
#include <cuda_runtime.h>

#define A_WGS84 6378137.0
#define E2_WGS84 0.00669437999014132

struct Point {
    float x, y, z;
};

__device__ Point geocentric(double phi, double lambda, double h)
{
    double s = sin(phi), c = cos(phi);
    double N = A_WGS84 / sqrt(1.0 - E2_WGS84 * s * s);
    Point p;
    p.x = (float)((N + h) * c * cos(lambda));
    p.y = (float)((N + h) * c * sin(lambda));
    p.z = (float)((N * (1.0 - E2_WGS84) + h) * s);
    return p;
}

// rover minus base, in metres: what goes to the renderer
__global__ void baseline(const double* rover, const double* base, float* v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point r = geocentric(rover[3 * i], rover[3 * i + 1], rover[3 * i + 2]);
    Point b = geocentric(base[3 * i], base[3 * i + 1], base[3 * i + 2]);
    v[3 * i] = (r.x - b.x);
    v[3 * i + 1] = (r.y - b.y);
    v[3 * i + 2] = (r.z - b.z);
}
