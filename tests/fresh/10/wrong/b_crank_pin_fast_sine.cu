// fpcheck: crank_pin <<<1, 32>>> angle=[127499.171875,82198.796875,74520.34375,110879.03125,84009.84375,88556.859375,126380.65625,95448.984375,75409.28125,76783.015625,96497.0625,77000.484375,86506.125,99221.65625,76803.203125,104931.953125,129008.140625,125091.140625,48113.703125,107345.171875,75607.296875,88811.828125,45540.1875,126960.859375] radius=0.35 x=empty:24 y=empty:24 n=24
// expect: error fast-math at line 12
// why: __sinf and __cosf reduce the argument with one rounded multiplication: at 10^5 radians some thousandths are lost
// figure: computed y[0] = 0.244432 or so, MPFR 0.245056
// Crank pin of a winch drum from its multi-turn encoder: angle in radians since power-up, steps of 1/64.
__global__ void crank_pin(const float *angle, float radius, float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = angle[i];
    y[i] = radius * __sinf(a);
    x[i] = radius * __cosf(a);
}
