// fpcheck: prime_vertical <<<1, 64>>> lat=uniform(0.2,1.4):64:f64 radius=empty:64 n=64 ref=6378137/sqrt(1-0.00669437999014132*sin(lat)*sin(lat)) --tol rtol=0.000000000001
// expect: error narrowing at line 8: the suffix f cuts e^2 to binary32, the radius is off by half a millimetre where doubles give nanometres
// Radius of curvature in the prime vertical, WGS 84, in double precision.
__global__ void prime_vertical(const double* lat, double* radius, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double a = 6378137.0;
    const double e2 = 0.00669437999014132f;
    double s = sin(lat[i]);
    radius[i] = a / sqrt(1.0 - e2 * s * s);
}
