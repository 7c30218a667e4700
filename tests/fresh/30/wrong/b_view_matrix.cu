// fpcheck: project <<<1, 32>>> m=[0.8,0.0,0.6,0.0,0.0,1.0,0.0,0.0,-0.6,0.0,0.8,0.0,1.0,2.0,-5.0,1.0] p=[1.0,0.0,0.0,0.0,1.0,0.0,0.5,0.5,2.0] q=empty:9 n=3 want=[1.8,2.0,-4.4,1.0,3.0,-5.0,0.2,2.5,-3.1] ref=q=want --tol rtol=1e-5,atol=1e-6
// expect: error row and column exchanged at line 18
// why: the matrix is stored column by column (translation in elements 12 to 14), the kernel reads it row by row: it rotates backwards and divides by a w made of the translation
// figure: q[0]: computed 0.4, MPFR 1.8
#include <cuda_runtime.h>

struct Vec4 {
    float v[4];
};

// m has OpenGL's layout.
__device__ Vec4 times(const float *m, const Vec4 &x)
{
    Vec4 y;
    for (int r = 0; r < 4; r++) {
        float s = 0.0f;
        for (int c = 0; c < 4; c++)
            s += m[4 * r + c] * x.v[c];
        y.v[r] = s;
    }
    return y;
}

__global__ void project(const float *m, const float *p, float *q, int n)
{
    __shared__ float view[16];
    if (threadIdx.x < 16)
        view[threadIdx.x] = m[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec4 x = {{p[3 * i], p[3 * i + 1], p[3 * i + 2], 1.0f}};
    Vec4 y = times(view, x);
    for (int k = 0; k < 3; k++)
        q[3 * i + k] = y.v[k] / y.v[3];
}
