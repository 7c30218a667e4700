// fpcheck: airmass <<<1, 32>>> elevation=uniform(0.000001,0.00001):32 slope=empty:32 n=32 ref=cos(elevation)/sin(elevation) --tol rtol=0.001
// expect: error tan near pi/2 at line 7: the zenith distance pi/2 - 5e-6 keeps two digits of the elevation, its tangent has them only
// Shadow length of a unit pole from the sun's elevation (radians).
__global__ void airmass(const float* elevation, float* slope, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float zenith = 1.57079637f - elevation[i];
    slope[i] = tanf(zenith);
}
