// fpcheck: gmst <<<1, 32>>> jd=uniform(2460000,2460001):32:f64 angle=empty:32 n=32
// expect: ok
// Earth rotation angle: whole days enter through the small part of the rate only.
__global__ void gmst(const double* jd, double* angle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double days = jd[i] - 2451545.0;
    double part = days - floor(days);
    double turns = part + 0.7790572732640 + 0.00273781191135448 * days;
    angle[i] = turns;
}
