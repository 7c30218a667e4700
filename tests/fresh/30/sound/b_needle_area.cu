// fpcheck: triangle_area <<<1, 32>>> sides=[12345679.0,12345678.0,1.0123399,3.0,4.0,5.0,100000.0,99999.984,0.25,1.0,1.0,1.0] area=empty:4 n=4 want=[972730.056,6.0,12475.5611,0.433012702] ref=area=want --tol rtol=2e-6,atol=0
// expect: ok
// why: a - b of nearly equal sides cancels, but it is exact for numbers within a factor of two (Sterbenz), and the brackets are in Kahan's order
// figure: area[0]: computed 972730.062, MPFR 972730.056
#include <cuda_runtime.h>

__device__ void order(float &a, float &b)
{
    float hi = fmaxf(a, b), lo = fminf(a, b);
    a = hi;
    b = lo;
}

// Area from three sides, good for needles too.
__device__ float area_of(float a, float b, float c)
{
    order(a, b);
    order(b, c);
    order(a, b);
    float p = a + (b + c);
    float q = c - (a - b);
    float r = c + (a - b);
    float s = a + (b - c);
    return 0.25f * sqrtf(p * q) * sqrtf(r * s);
}

__global__ void triangle_area(const float *sides, float *area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        area[i] = area_of(sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]);
}
