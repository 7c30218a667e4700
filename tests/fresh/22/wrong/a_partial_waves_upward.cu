// fpcheck: partial_waves <<<1, 32>>> x=[0.5,1.0,2.0,12.0]:f64 j=empty:4:f64 n=4 want=[3.07383351499139678e-17,1.24166259698710553e-13,4.81014890094074738e-10,0.0564043190388108863] ref=j=want --tol rtol=1e-6,atol=0
// expect: error cancellation at line 15
// why: upward recurrence of spherical Bessel functions is unstable where the order exceeds the argument: the growing solution takes over
// figure: computed -1.32579835e-5 at j[1] (about: the noise is amplified), MPFR 1.2416626e-13
// Free radial wave functions of the twelfth partial wave.
#define ORDER 12

template <typename T, int L>
__device__ T spherical_bessel(T x)
{
    T before = sin(x) / x;
    T now = before / x - cos(x) / x;
#pragma unroll 1
    for (int l = 1; l < L; l++) {
        T next = (T)(2 * l + 1) / x * now - before;
        before = now;
        now = next;
    }
    return now;
}

__global__ void partial_waves(const double *x, double *j, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        j[i] = spherical_bessel<double, ORDER>(x[i]);
}
