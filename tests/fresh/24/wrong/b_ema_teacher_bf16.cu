// fpcheck: ema_steps <<<1, 32>>> teacher=inout:[1.734375,1.2578125,1.0625,1.796875,1.5546875,1.8671875,1.8203125,1.484375,1.3359375,1.703125,1.09375,1.140625,1.7421875,1.140625,1.7421875,1.25] student=[2.09375,1.5078125,1.40625,2.078125,1.8125,2.109375,2.09375,1.7109375,1.5859375,2.03125,1.4453125,1.375,2.0625,1.375,2,1.484375] rate=0.001 steps=800 n=16 want=[1.9323370308577574,1.39552521711844,1.251854986037855,1.951801806758245,1.6967037395283913,2.0005966947084888,1.9709357843482938,1.6091771498885863,1.47365021711844,1.8838729412179525,1.2874085084478062,1.2697306722985375,1.9186319188080012,1.2697306722985375,1.8842037395283913,1.3791056722985375] ref=teacher=want --tol rtol=1e-2,atol=0
// expect: error absorbed at line 17
// why: the teacher is kept in bfloat16 between the steps: a thousandth of the distance is below half an ulp, so no step ever moves it
// figure: computed teacher[0] = 1.734375 (unchanged), MPFR 1.93233703
#include <cuda_bf16.h>

// Moving average of the weights, several steps of a frozen student.
__global__ void ema_steps(__nv_bfloat16 *teacher, const __nv_bfloat16 *student, float rate, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 t = teacher[i];
    float s = __bfloat162float(student[i]);
    for (int k = 0; k < steps; k++) {
        float old = __bfloat162float(t);
        t = __float2bfloat16(old + rate * (s - old));
    }
    teacher[i] = t;
}
