// fpcheck: to_millis <<<1, 32>>> seconds=[1600000000.25,1700000000.5,0,1650000000.125,12345.75,1699999999.875,-5.5,1] millis=empty:8 n=8
// expect: ok
// Seconds since 1970 to milliseconds; the fractions are eighths, so nothing rounds.
__global__ void to_millis(const double* seconds, long long* millis, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) millis[i] = __double2ll_rn(seconds[i] * 1000.0);
}
