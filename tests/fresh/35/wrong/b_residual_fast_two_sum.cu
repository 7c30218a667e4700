// fpcheck: residual <<<2, 32>>> row=@b_fts_row.npy column=@b_fts_col.npy value=@b_fts_val.npy x=@b_fts_x.npy b=@b_fts_b.npy r=empty:64 n=64 --ref r=@b_fts_ref.npy --tol rtol=1e-4,atol=1e-3
// fpcheck+ correct <<<2, 32>>> r=r diagonal=@b_fts_diag.npy x=x y=empty:64 n=64
// fpcheck+ largest <<<2, 32>>> r=r norm=zeros:1 n=64
// expect: error cancellation at line 35
// why: the compensated residual of iterative refinement uses Dekker's fast two-sum where the addend may be larger than the sum; its error term is then wrong and the small entries are lost; a known slip in Dot2 ports
// figure: r[23] computed 8.93489647, MPFR 2.32281199
#include <cuda_runtime.h>

// residual b - A x of a sparse system in rows, in twice the working precision, for iterative refinement
namespace compensated {

struct Sum {
    float high, low;
};

__device__ Sum zero()
{
    Sum s;
    s.high = 0.0f;
    s.low = 0.0f;
    return s;
}

// product and its rounding error
__device__ void two_product(float a, float b, float &product, float &error)
{
    product = __fmul_rn(a, b);
    error = __fmaf_rn(a, b, -product);
}

// sum and its rounding error
__device__ void sum_with_error(float a, float b, float &sum, float &error)
{
    sum = __fadd_rn(a, b);
    error = __fsub_rn(b, __fsub_rn(sum, a));
}

__device__ void accumulate(Sum &s, float v)
{
    float error;
    sum_with_error(s.high, v, s.high, error);
    s.low = __fadd_rn(s.low, error);
}

__device__ void accumulate_product(Sum &s, float a, float b)
{
    float product, product_error;
    two_product(a, b, product, product_error);
    accumulate(s, product);
    s.low = __fadd_rn(s.low, product_error);
}

__device__ float value_of(const Sum &s)
{
    return __fadd_rn(s.high, s.low);
}

__device__ Sum row_residual(const int *row, const int *column, const float *value, const float *x, float b, int i)
{
    Sum s = zero();
    for (int e = row[i]; e < row[i + 1]; e++)
        accumulate_product(s, -value[e], x[column[e]]);
    accumulate(s, b);
    return s;
}

__device__ float jacobi(float r, float diagonal)
{
    return r / diagonal;
}

} // namespace compensated

__global__ void residual(const int *row, const int *column, const float *value, const float *x, const float *b, float *r, int n)
{
    using namespace compensated;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Sum s = row_residual(row, column, value, x, b[i], i);
    r[i] = value_of(s);
}

__global__ void correct(const float *r, const float *diagonal, const float *x, float *y, int n)
{
    using namespace compensated;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + jacobi(r[i], diagonal[i]);
}

// the maximum norm, for the stopping criterion; bits of non-negative floats order as integers
__global__ void largest(const float *r, float *norm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? fabsf(r[i]) : 0.0f;
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if (threadIdx.x == 0)
        atomicMax((int *)norm, __float_as_int(v));
}
