// fpcheck: vertex_normals <<<1, 32>>> normal=[4.08,-5.11,0.84,-1.14,-0.91,-0.43,-4.04,-0.46,-1.73,6.65,0.45,-0.71,-0.56,-1.34,-2.11,-0.78,0.96,-0.48,1.92,-0.4,0.05,3.09,1.09,-1.01,-0.37,1.08,3.87,-0.54,-0.49,2.0,-1.77,-0.58,1.77,1.16,0.18,1.34,-5.66,2.04,-1.92,-3.34,0.55,1.4,-0.89,-2.15,0.05,-0.11,2.81,1.49,0.39,2.22,-0.41,-1.85,1.17,1.17,-0.43,-1.57,0.46,-4.99,1.38,0.98,-3.28,0.12,-1.93,1.51] fetched=empty:64 n=32 want=[4.078125,-5.109375,0.83984375,-1.1396484375,-0.91015625,-0.429931640625,-4.0390625,-0.4599609375,-1.73046875,6.6484375,0.449951171875,-0.7099609375,-0.56005859375,-1.33984375,-2.109375,-0.77978515625,0.9599609375,-0.47998046875,1.919921875,-0.39990234375,0.04998779296875,3.08984375,1.08984375,-1.009765625,-0.3701171875,1.080078125,3.869140625,-0.5400390625,-0.489990234375,2.0,-1.76953125,-0.580078125,1.76953125,1.16015625,0.1800537109375,1.33984375,-5.66015625,2.0390625,-1.919921875,-3.33984375,0.5498046875,1.400390625,-0.89013671875,-2.150390625,0.04998779296875,-0.1099853515625,2.810546875,1.490234375,0.389892578125,2.220703125,-0.409912109375,-1.849609375,1.169921875,1.169921875,-0.429931640625,-1.5703125,0.4599609375,-4.98828125,1.3798828125,0.97998046875,-3.279296875,0.1199951171875,-1.9296875,1.509765625] ref=fetched=want --tol bitwise
// expect: error mismatch at line 10
// why: a negative x is sign-extended by the conversion of short to unsigned and its ones overwrite y
// figure: computed fetched[5] = nan, MPFR -0.429931640625
#include <cuda_fp16.h>

// Vertex normals (x, y) as two halves in a word, as the rasteriser's vertex fetch wants them.
__device__ unsigned pack(float x, float y)
{
    short lo = __half_as_short(__float2half_rn(x)), hi = __half_as_short(__float2half_rn(y));
    return (unsigned)lo | ((unsigned)hi << 16);
}

__device__ float2 unpack(unsigned w)
{
    __half x = __ushort_as_half((unsigned short)(w & 0xffffu));
    __half y = __ushort_as_half((unsigned short)(w >> 16));
    return make_float2(__half2float(x), __half2float(y));
}

__global__ void vertex_normals(const float2 *normal, float2 *fetched, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        fetched[i] = unpack(pack(normal[i].x, normal[i].y));
}
