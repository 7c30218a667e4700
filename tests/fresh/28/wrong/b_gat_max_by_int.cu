// fpcheck: start <<<1, 32>>> top=empty:4 total=empty:4 R=4 ref=alpha=@b_gat_alpha.npy --tol rtol=1e-5,atol=0
// fpcheck+ edge_max <<<1, 32>>> score=[-1.0,-2.0,-3.5,-0.5,-4.0,-2.25,-6.0,-5.0,-7.0,-8.5] row=[0,0,0,1,1,2,2,3,3,3] top=top n=10
// fpcheck+ edge_sum <<<1, 32>>> score=score row=row top=top total=total n=10
// fpcheck+ edge_weight <<<1, 32>>> score=score row=row top=top total=total alpha=empty:10 n=10
// expect: error nan at line 21
// why: atomicMax on the bits as int takes every negative float for less than -FLT_MAX's bits, so the maximum stays -FLT_MAX, exp is infinite, inf/inf is NaN and fminf makes it 1
// figure: computed 1, MPFR 0.253716182 (alpha[1])
#include <cfloat>

__global__ void start(float *top, float *total, int R)
{
    int r = threadIdx.x;
    if (r < R) {
        top[r] = -FLT_MAX;
        total[r] = 0.0f;
    }
}

__device__ void atomic_max(float *address, float value)
{
    atomicMax(reinterpret_cast<int *>(address), __float_as_int(value));
}

__global__ void edge_max(const float *score, const int *row, float *top, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n)
        atomic_max(&top[row[e]], score[e]);
}

__global__ void edge_sum(const float *score, const int *row, const float *top, float *total, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n)
        atomicAdd(&total[row[e]], expf(score[e] - top[row[e]]));
}

__global__ void edge_weight(const float *score, const int *row, const float *top, const float *total, float *alpha, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n)
        alpha[e] = fminf(expf(score[e] - top[row[e]]) / total[row[e]], 1.0f);
}
