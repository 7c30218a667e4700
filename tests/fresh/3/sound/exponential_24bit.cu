// fpcheck: exponential <<<1, 8>>> bits=[4294967295,4294967290,12345,2147483648,4000000000,77777777,3000000000,1] wait=empty:8 n=8
// expect: ok
// Exponential waiting times: the top 24 bits are exact in a float, u < 1 always.
__global__ void exponential(const unsigned* bits, float* wait, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = (float)(bits[i] >> 8) * 5.9604644775390625e-8f;
    wait[i] = -log1pf(-u);
}
