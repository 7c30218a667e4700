// fpcheck: angle_degrees <<<1, 32>>> u=[-0.953125,0.46875,0.78125,-0.4375,1.1875,-0.96875,-0.390625,0.5625,-1.171875,-0.640625,0.953125,-1.078125,-1.09375,0.9375,0.0625,1.453125,-0.859375,-0.453125] v=[0.953125,-0.46875,-0.78125,0.4375,-1.1875,0.96875,0.1953125,-0.28125,0.5859375,0.640625,-0.953125,1.078125,2.1875,-1.875,-0.125,-2.90625,1.71875,0.90625] degrees=empty:6 n=6 want=[180,180,180,180,180,180] ref=degrees=want
// expect: error NaN born and converted at line 22: the cosine of two opposite vectors rounds below -1, acosf gives NaN, and the conversion makes it 0 degrees
// Bond angles of a chain, whole degrees for a histogram.
struct Vec {
    float x, y, z;
};

__device__ Vec unit(Vec a)
{
    float s = 1.0f / sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
    return {a.x * s, a.y * s, a.z * s};
}

__global__ void angle_degrees(const float *u, const float *v, int *degrees, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec a = unit({u[3 * i], u[3 * i + 1], u[3 * i + 2]});
    Vec b = unit({v[3 * i], v[3 * i + 1], v[3 * i + 2]});
    float c = a.x * b.x + a.y * b.y + a.z * b.z;
    float angle = acosf(c) * 57.29577951f;
    degrees[i] = __float2int_rn(angle);
}
