// fpcheck: to_millis <<<1, 32>>> seconds=uniform(1600000000,1700000000):32:f64 millis=empty:32 n=32
// expect: error conversion at line 6: 1.7e12 ms do not fit 32 bits, the conversion saturates at 2147483647 for every element
// Event times from seconds since 1970 to milliseconds for the trigger table.
__global__ void to_millis(const double* seconds, int* millis, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) millis[i] = (int)(seconds[i] * 1000.0);
}
