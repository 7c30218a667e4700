// fpcheck: chi_square <<<1, 32>>> observed=[18,25,19,22,16,20,23,17] chi=empty:1 expected=20 power=2 n=8 --ref chi=sum((observed-expected)*(observed-expected))/expected --tol rtol=0.0001
// expect: error fast-math range at line 9: __powf takes the logarithm of its base: a negative deviation to the power 2 is NaN
// Chi-square (power 2) or another power divergence of counts.
__global__ void chi_square(const float* observed, float* chi, float expected, float power, int n) {
    int lane = threadIdx.x;
    float s = 0.0f;
    for (int i = lane; i < n; i += 32) {
        float d = observed[i] - expected;
        s += __powf(d, power) / expected;
    }
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) chi[0] = s;
}
