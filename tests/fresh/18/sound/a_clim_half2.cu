// fpcheck: normal <<<1, 32>>> kelvin=[277.1,273.1,281.9,274.6,272.0,282.0,297.5,294.0,293.0,276.7,286.1,278.3,275.2,273.2,276.4,297.8,294.9,294.2,294.0,275.8,279.3,288.8,292.0,295.6,296.4,272.6,288.2,290.2,285.2,275.3,284.2,272.7,298.0,296.0,286.4,279.0,297.3,287.2,296.5,295.4,285.3,282.4,288.0,282.9,274.8,279.2,294.4,271.3,271.4,288.8,278.4,286.0,284.1,280.3,299.9,275.9,282.4,276.1,289.0,278.3,280.7,292.4,279.6,286.8,297.1,273.0,271.8,276.9,293.0,288.5,277.1,279.9,275.3,283.8,271.3,290.9,296.9,298.6,292.0,298.8,270.5,278.7,299.0,293.3,282.3,298.3,288.6,294.5,278.8,275.7,283.3,274.1,281.4,298.9,279.9,270.3,271.3,275.1,293.5,280.9,278.7,272.9,299.5,282.7,276.2,271.8,271.7,275.1,290.3,274.5,271.2,284.7,277.5,299.9,273.7,285.9,293.2,282.3,299.6,284.3] out=empty:1 n=120 want=[284.1] ref=out=want --tol rtol=1e-5,atol=0
// expect: ok
// why: halves in kelvin, 33,000 in sum: the differences to 273.15 come after the widening, the sum is binary32
// figure: error about 1e-6 relative at 284.1, allowed 1e-5
#include <cuda_fp16.h>

// Climate normal of a station from temperatures stored as half, two at a time.
__global__ void normal(const __half *kelvin, float *out, int n)
{
    const __half2 *pairs = reinterpret_cast<const __half2 *>(kelvin);
    float s = 0.0f;
    for (int i = threadIdx.x; i < n / 2; i += 32) {
        float2 v = __half22float2(pairs[i]);
        s += (v.x - 273.15f) + (v.y - 273.15f);
    }
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        *out = 273.15f + s / n;
}
