// fpcheck: quantise<<<1, 32>>> x=[-2.625,-2.375,-0.5099999904632568,0.49000000953674316,1.1299999952316284,3.990000009536743,200.0,-999.0] q=empty:8 inverse=4.0 n=8 want=[-11,-10,-2,2,5,16,127,-128] ref=q=want --tol rtol=0,atol=0
// expect: ok
// why: ties (-10.5, -9.5) are meant to go away from zero, as the runtime of the model does; the scale is a power of two, so that they are real ties; clamped before the conversion
// figure: computed q = [-11, -10, -2, 2, 5, 16, 127, -128], MPFR the same
// Activations to int8, halves away from zero.
__global__ void quantise(const float *x, signed char *q, float inverse, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = roundf(x[i] * inverse);
        q[i] = (signed char)(int)fminf(127.0f, fmaxf(-128.0f, v));
    }
}
