// fpcheck: dequant_q4<<<1, 32>>> qweight=[1638176826,1177000405,1666129791,1200324881,2549834033,4000817370,3029057714,2216990873] qzeros=[4212098039] scales=[0.1,0.2,0.05,0.3,0.125,0.25,0.15,0.11] out=empty:4x8 rows=4 cols=8 want=[0.200000003,-2.20000005,0.550000012,-2.4000001,-1.875,2.25,-1.5,-0.769999981,-0.5,-0.600000024,0.150000006,-2.4000001,-1.625,3,-0.150000006,-0.769999981,0,-1.39999998,0.550000012,-2.4000001,-1.875,-0.25,-1.80000007,-0.879999995,0.100000001,-1.39999998,-0.150000006,-0.300000012,-1.25,2.25,0,-0.769999981] --ref 'out=want' --tol rtol=1e-5,atol=1e-6
// expect: error mismatch at line 21
// why: zero points are stored minus one; adding the one back inside four bits turns a stored 15 into 0 instead of 16
// figure: out[1] computed 1, right -2.2 (zero point 16)
#include <cuda_runtime.h>

// qweight: eight 4-bit rows of a column in a word; qzeros: eight columns in a word.
__device__ __forceinline__ unsigned nibble(unsigned word, int i)
{
    return (word >> (4 * i)) & 0xfu;
}

__global__ void dequant_q4(const unsigned *qweight, const unsigned *qzeros, const float *scales, float *out, int rows,
                           int cols)
{
    int t = threadIdx.x;
    int row = t / cols, col = t % cols;
    if (row >= rows)
        return;
    unsigned q = nibble(qweight[(row / 8) * cols + col], row % 8);
    unsigned z = (nibble(qzeros[col / 8], col % 8) + 1u) & 0xfu;
    out[row * cols + col] = scales[col] * (float)((int)q - (int)z);
}
