// fpcheck: gmst <<<1, 32>>> jd=uniform(2460000,2460001):32:f64 angle=empty:32 n=32
// expect: error narrowing at line 7: a Julian date has a spacing of 0.25 days in binary32, the angle is off by up to 45 degrees
// Earth rotation angle (turns) of Julian dates.
__global__ void gmst(const double* jd, double* angle, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float date = jd[i];
    double days = date - 2451545.0;
    double turns = 0.7790572732640 + 1.00273781191135448 * days;
    angle[i] = turns - floor(turns);
}
