// fpcheck: echo<<<1, 32>>> phase=[251327.4,98765.43,400000.25,1234567.8,77777.77,3,314159.25,900000.5] i_out=empty:8 amplitude=1.5 n=8 --ref i_out=1.5*sin(phase) --tol rtol=1e-4,atol=1e-4
// expect: error fast-math sine beyond its range at line 10
// why: __sinf reduces its argument with one multiplication: at phases of 1e5 to 1e6 radians the result is off by 1e-2 and more
// figure: computed i_out[3] about -0.43543, MPFR -0.5521372
// In-phase part of an echo whose carrier phase is given in radians.
__global__ void echo(const float *phase, float *i_out, float amplitude, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        i_out[i] = amplitude * __sinf(phase[i]);
}
