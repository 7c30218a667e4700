// fpcheck: quantise_q8<<<2, 32>>> x=[-0.5713,0.4411,0.5065,1.1746,-0.7865,0.4091,0.0314,-1.6191,1.4449,0.4384,-0.0661,0.0726,0.0947,-0.3582,0.0522,1.2999,-0.4916,1.0349,-1.9507,-0.7268,0.9755,0.6186,-1.6157,-0.5676,-0.2327,1.2583,-1.5627,-1.3884,-0.792,-0.3769,0.8251,-0.4237,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0] q=empty:2x32 d=empty:2 y=empty:2x32 want=[-0.5682449340820312,0.44538116455078125,0.5068130493164062,1.167205810546875,-0.7832565307617188,0.41466522216796875,0.0307159423828125,-1.6125869750976562,1.4436492919921875,0.44538116455078125,-0.061431884765625,0.07678985595703125,0.0921478271484375,-0.35323333740234375,0.04607391357421875,1.3054275512695312,-0.491455078125,1.0289840698242188,-1.9504623413085938,-0.7218246459960938,0.98291015625,0.61431884765625,-1.6125869750976562,-0.5682449340820312,-0.23036956787109375,1.2593536376953125,-1.5665130615234375,-1.3822174072265625,-0.798614501953125,-0.38394927978515625,0.8293304443359375,-0.430023193359375,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0] --ref 'y=want' --tol rtol=0,atol=0.02
// expect: ok
// why: the scale is rounded to half and may be smaller than amax / 127, which looks like an overflow of the byte; the quantiser divides by the scale as stored and clamps, and a block of zeros divides by nothing
// figure: y[0] computed -0.5682449, input -0.5713; largest error 0.00741, half a step is 0.0079, allowed 0.02; nearest tie 0.0175 of a step away
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void quantise_q8(const float *x, signed char *q, __half *d, float *y)
{
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
    float v = x[i];
    float amax = fabsf(v);
    for (int o = 16; o > 0; o >>= 1)
        amax = fmaxf(amax, __shfl_xor_sync(0xffffffffu, amax, o));
    __half stored = __float2half_rn(amax / 127.0f);
    float scale = __half2float(stored);
    int code = scale > 0.0f ? __float2int_rn(v / scale) : 0;
    code = max(-127, min(127, code));
    q[i] = (signed char)code;
    y[i] = (float)code * scale;
    if (lane == 0)
        d[blockIdx.x] = stored;
}
