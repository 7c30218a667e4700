// fpcheck: exponential <<<1, 8>>> bits=[4294967295,4294967290,12345,2147483648,4000000000,77777777,3000000000,1] wait=empty:8 n=8
// expect: error inf-born at line 7: (float)0xffffffff rounds to 2^32, u is 1 and -log(0) is infinite (22.18 is meant)
// Exponential waiting times by inversion from raw 32 bit random words.
__global__ void exponential(const unsigned* bits, float* wait, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = static_cast<float>(bits[i]) * 2.3283064365386963e-10f;
    wait[i] = -logf(1.0f - u);
}
