// fpcheck: normals <<<1, 32>>> v=[[34.1927681,1359.74756,1224.72107],[-0.0510310009,-0.0297970008,-0.0527379997],[569.726379,-56.0644379,746.88562],[-18.4732475,15.6654882,-0.964321971],[68.0378418,-13.6566334,-37.9098587],[0.00463100011,0.00824499968,-0.00202500005],[-1.52786195,6.85698605,-8.70340633],[-151.438354,39.4981842,-67.0565796]] unit=empty:8x3 n=8 want=[[0.0186814372,0.742906762,0.669134177],[-0.64429585,-0.376204339,-0.665847695],[0.605417547,-0.0595766593,0.793675133],[-0.762084238,0.646254626,-0.0397815584],[0.86042486,-0.172705461,-0.479418277],[0.478857989,0.852555361,-0.209390505],[-0.13660046,0.613057641,-0.778139218],[-0.889425911,0.231980257,-0.393835892]] ref=unit=want --tol rtol=1e-6,atol=1e-9
// expect: ok
// why: the reciprocal square root starts from a shift of the bits of the number, 3 % off; three Newton steps square the error each time, down to the rounding
// figure: unit[0,0]: computed 0.0186814368, MPFR 0.0186814372 (worst relative error 1.1e-07)
#include <cuda_runtime.h>

__device__ float newton(float y, float half)
{
    return y * (1.5f - half * y * y);
}

__device__ float reciprocal_root(float s)
{
    float half = 0.5f * s;
    float y = __int_as_float(0x5f3759df - (__float_as_int(s) >> 1));
    y = newton(y, half);
    y = newton(y, half);
    return newton(y, half);
}

// Unit normals of the faces of a mesh.
__global__ void normals(const float *v, float *unit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float s = x * x + y * y + z * z;
    float r = reciprocal_root(s);
    unit[3 * i] = x * r;
    unit[3 * i + 1] = y * r;
    unit[3 * i + 2] = z * r;
}
