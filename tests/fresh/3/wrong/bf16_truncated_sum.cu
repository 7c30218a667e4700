// fpcheck: running <<<1, 32>>> x=uniform(0.2,0.4):32x64 total=empty:32 cols=64
// expect: error bf16 by hand at line 11: the running sum is cut to bf16 by a shift after every addition: every cut goes down, a tenth of the total is lost (17.4 for 18.9)
// Prefix of a signal kept as bf16 words between steps, cut by integer shifts.
__device__ unsigned short cut(float v) { return (unsigned short)(__float_as_uint(v) >> 16); }
__device__ float widen(unsigned short h) { return __uint_as_float((unsigned)h << 16); }

__global__ void running(const float* x, float* total, int cols) {
    int row = threadIdx.x;
    unsigned short acc = 0;
    for (int k = 0; k < cols; ++k) {
        acc = cut(widen(acc) + x[row * cols + k]);
    }
    total[row] = widen(acc);
}
