// fpcheck: cross_entropy<<<4, 32>>> logits=[[-180,0,-5,-3,-200,-90,-60,-40],[20,-130,3,1,0,-5,-80,-20],[1,2,60,3,-4,-50,-60,5],[-20,-25,100,-20,0,5,1,2]] target=[0,1,2,3] loss=empty:4 classes=8 want=[180.054985,150.0,0.0,120.0] --ref 'loss=want' --tol rtol=1e-4,atol=1e-4
// expect: error underflow at line 32
// why: the softmax is formed first and clamped to 1e-37 before the logarithm: every loss above 85 is reported as 85.2
// figure: computed loss[0] = 85.1956, MPFR 180.055
__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void cross_entropy(const float *logits, const int *target, float *loss, int classes)
{
    const float *row = logits + blockIdx.x * classes;
    int t = threadIdx.x;
    float top = -INFINITY;
    for (int c = t; c < classes; c += 32)
        top = fmaxf(top, row[c]);
    top = warp_max(top);
    float z = 0.0f;
    for (int c = t; c < classes; c += 32)
        z += expf(row[c] - top);
    z = warp_sum(z);
    if (t == 0) {
        float p = expf(row[target[blockIdx.x]] - top) / z;
        loss[blockIdx.x] = -logf(fmaxf(p, 1e-37f));
    }
}
