// fpcheck: prepare <<<1, 32>>> low=empty:4 high=empty:4 zones=4
// fpcheck+ extremes <<<4, 64>>> celsius=uniform(-40,45):256 zone=randint(0,3):256 lowest=low highest=high n=256
// expect: ok
// why: extremes of floats by integer atomics on their bits: signed for positive values, unsigned and reversed for negative ones; right for any mixture from +-infinity on.
// figure: exact, error 0
__global__ void prepare(float *low, float *high, int zones)
{
    int z = threadIdx.x;
    if (z < zones) {
        low[z] = __int_as_float(0x7f800000);
        high[z] = __int_as_float(0xff800000);
    }
}

__device__ void atomic_max(float *at, float v)
{
    if (v >= 0.0f)
        atomicMax((int *)at, __float_as_int(v));
    else
        atomicMin((unsigned *)at, __float_as_uint(v));
}

__device__ void atomic_min(float *at, float v)
{
    if (v >= 0.0f)
        atomicMin((int *)at, __float_as_int(v));
    else
        atomicMax((unsigned *)at, __float_as_uint(v));
}

__global__ void extremes(const float *celsius, const int *zone, float *lowest, float *highest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = celsius[i] + 0.0f; // -0 becomes 0
    int z = zone[i] & 3;
    atomic_min(&lowest[z], v);
    atomic_max(&highest[z], v);
}
