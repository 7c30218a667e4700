// fpcheck: compact <<<1, 32>>> x=randn:32 y=inout:zeros:32 count=empty:1
// expect: ok
__global__ void compact(const float* x, float* y, int* count)
{
    int lane = threadIdx.x;
    float v = x[lane];
    unsigned keep = __ballot_sync(0xffffffffu, v > 0.0f);
    if (v > 0.0f) y[__popc(keep & ((1u << lane) - 1u))] = v;
    if (lane == 0) count[0] = __popc(keep);
}
