// fpcheck: check_nodes <<<3, 32>>> incoming=[[2.5,-1.25,0.75,3.0,-4.5,6.0],[1.5,-0.0,2.25,-3.5,0.0,1.0],[-2.0,2.0,5.0,-7.25,3.0,-2.5]] outgoing=empty:3x6 degree=6 scale=0.75 want=[[0.5625,-0.5625,0.9375,0.5625,-0.5625,0.5625],[0.0,-0.0,0.0,-0.0,0.0,0.0],[1.5,-1.5,-1.5,1.5,-1.5,1.5]] ref=outgoing=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the second minimum starts at infinity and the sign trick works on bits, also for -0 and for an erased 0
// figure: computed outgoing[0][2] = 0.9375, right 0.9375 (exact)
#include <cuda_fp16.h>

// Normalised min-sum check nodes: each edge gets the smallest magnitude of the others and the product of their signs.
__global__ void check_nodes(const __half *incoming, float *outgoing, int degree, float scale)
{
    int lane = threadIdx.x;
    bool edge = lane < degree;
    float llr = edge ? __half2float(incoming[blockIdx.x * degree + lane]) : 0.0f;
    unsigned negative = __ballot_sync(0xffffffffu, edge && signbit(llr));
    unsigned others = negative & ~(1u << lane);

    float magnitude = edge ? fabsf(llr) : __int_as_float(0x7f800000);
    float first = magnitude;
    float second = __int_as_float(0x7f800000);
    for (int d = 16; d > 0; d >>= 1) {
        float f = __shfl_xor_sync(0xffffffffu, first, d);
        float s = __shfl_xor_sync(0xffffffffu, second, d);
        second = fminf(fmaxf(first, f), fminf(second, s));
        first = fminf(first, f);
    }
    unsigned holders = __ballot_sync(0xffffffffu, magnitude == first);
    bool sole = magnitude == first && __popc(holders) == 1;
    float smallest = sole ? second : first;

    if (edge) {
        unsigned sign = (unsigned)(__popc(others) & 1) << 31;
        outgoing[blockIdx.x * degree + lane] = __uint_as_float(__float_as_uint(scale * smallest) | sign);
    }
}
