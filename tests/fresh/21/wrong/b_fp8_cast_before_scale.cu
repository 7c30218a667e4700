// fpcheck: gradient_to_fp8<<<2, 64>>> grad=[-1086.2,118.2,-207.9,-471.8,262.2,3584.0,-9.7,-1062.7,368.5,-414.5,896.5,-302.4,634.6,-1046.2,1540.3,-724.3,-516.9,317.9,2106.6,-58.9,194.3,-2017.3,824.9,-278.4,618.2,1565.8,-1496.1,-303.4,1094.6,1261.2,337.5,-890.4,-730.6,-674.3,196.6,443.9,159.2,137.0,322.3,-710.5,27.1,-1808.0,-759.4,683.4,438.9,1153.5,-1438.8,694.2,-946.3,611.6,-1824.1,-688.5,-332.9,-1515.9,-944.6,1746.5,920.2,323.5,-377.4,-444.3,-437.3,2271.4,432.3,672.4,-367.0,93.4,522.8,-283.4,168.9,-66.6,-104.5,-522.4,555.9,41.4,886.4,344.0,-774.2,364.6,342.4,1046.2,254.5,446.7,1259.5,984.9,-117.2,1485.6,-191.5,-79.8,948.7,37.1,-1412.5,19.2,180.8,1403.1,-388.6,-1001.6,1162.1,305.5,959.4,67.1,122.0,147.7,33.2,-534.3,603.2,-739.5,-971.3,-137.9,1807.5,-2425.1,-1000.7,-1976.0,202.7,-535.7,-1594.5,683.0,-1119.1,1989.4,458.0,568.6,-272.4,753.9,243.5,-1231.4,-384.9,-852.6,-313.9,-523.7] code=empty:128 back=empty:128 n=128 scale=0.0625
// expect: error overflow at line 18
// why: the gradient is cast to e4m3 before it is scaled: everything above 448 saturates though 16 times as much would fit
// figure: computed back[5] = 448, MPFR 3584
#include <cuda_fp8.h>

// Gradients with a known range of 7000, kept as e4m3 with a scale; `back` is what the optimiser will see.
__device__ float decode(__nv_fp8_e4m3 c)
{
    return static_cast<float>(c);
}

__global__ void gradient_to_fp8(const float *grad, __nv_fp8_e4m3 *code, float *back, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_fp8_e4m3 coarse(grad[i]);
    __nv_fp8_e4m3 c(decode(coarse) * scale);
    code[i] = c;
    back[i] = decode(c) / scale;
}
