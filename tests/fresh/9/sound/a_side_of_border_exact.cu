// fpcheck: side_of_border<<<1, 32>>> x=[12345600,12345650,12345690,12346000,4115225,12345677,9999999,5] y=[12345601,12345651,12345691,12346001,4115226,12345678,3,16777215] side=empty:8 det=empty:8 bx=12345677 by=12345678 n=8 want=[1,1,-1,-1,1,0,-1,1] wantd=[77,27,-13,-323,8230452,0,-123456730617291,207126015621165] ref=side=want ref=det=wantd --tol rtol=1e-6,atol=0
// expect: ok
// why: a determinant that cancels: but both products keep their rounding errors by fma, which is exact for integers below 2^24
// figure: error at most 6e-8 of rtol 1e-6 (computed 77 for point 0, MPFR 77)
// Which side of the line through the origin and (bx, by)? Coordinates are integers below 2^24.
struct Product {
    float high, low;
};

__device__ __forceinline__ Product exact_product(float a, float b)
{
    Product p;
    p.high = __fmul_rn(a, b);
    p.low = __fmaf_rn(a, b, -p.high);
    return p;
}

__device__ float determinant(float ax, float ay, float bx, float by)
{
    Product p = exact_product(ax, by);
    Product q = exact_product(ay, bx);
    return (p.high - q.high) + (p.low - q.low);
}

__global__ void side_of_border(const float *x, const float *y, int *side, float *det, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = determinant(bx, by, x[i], y[i]);
    side[i] = (d > 0.0f) - (d < 0.0f);
    det[i] = d;
}
