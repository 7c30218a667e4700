// fpcheck: cosine_gap <<<1, 128>>> a=[0.346,0.822,0.33,-1.303,0.905,0.446,-0.537,0.581,0.365,0.294,0.028,0.547,-0.736,-0.163,-0.482,0.599,0.04,-0.292,-0.782,-0.257,0.008,-0.276,1.294,1.007,-2.711,-1.889,-0.175,-0.422,0.214,0.217,2.118,-1.112,-0.378,2.043,0.647,0.663,-0.514,-1.648,0.167,0.109,-1.227,-0.683,-0.072,-0.945,-0.098,0.095,0.036,-0.506,0.594,0.891,0.321,-0.818,0.732,-0.501,0.879,-1.072,0.914,-0.02,-1.249,-0.314,0.054,0.273,-0.982,-1.107] b=[0.34602398,0.821944,0.33002803,-1.302909,0.90480196,0.446031,-0.536853,0.58096397,0.364903,0.29409,0.02803,0.547108,-0.736041,-0.163178,-0.482013,0.598947,0.040092997,-0.291977,-0.782196,-0.257143,0.008106001,-0.275918,1.293923,1.007,-2.710947,-1.888944,-0.174895,-0.421969,0.213989,0.216969,2.118127,-1.11227,-0.37801698,2.043004,0.646829,0.66304,-0.514078,-1.647897,0.16698499,0.109079994,-1.226854,-0.682954,-0.072105,-0.94518197,-0.097789995,0.094987,0.035917,-0.505983,0.593977,0.89110196,0.321004,-0.817998,0.731914,-0.50094396,0.87887603,-1.07192,0.91418296,-0.020182999,-1.249296,-0.313926,0.054306,0.27288,-0.98215,-1.106929] gap=empty:4 rows=4
// expect: error cancellation at line 31
// why: 1 - cos of embeddings that differ in the fourth digit: the result, 1e-8, lies under the last bit of the cosine
// figure: computed gap[0] 0.0, MPFR 1.0477733e-8
// Cosine distance of pairs of embeddings, one warp a pair, for finding duplicates.
#define DIM 16

__device__ float warp_total(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void cosine_gap(const float *a, const float *b, float *gap, int rows)
{
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float dot = 0.0f, aa = 0.0f, bb = 0.0f;
    for (int c = lane; c < DIM; c += 32) {
        float x = a[row * DIM + c], y = b[row * DIM + c];
        dot = fmaf(x, y, dot);
        aa = fmaf(x, x, aa);
        bb = fmaf(y, y, bb);
    }
    dot = warp_total(dot);
    aa = warp_total(aa);
    bb = warp_total(bb);
    if (lane == 0)
        gap[row] = 1.0f - dot / sqrtf(aa * bb);
}
