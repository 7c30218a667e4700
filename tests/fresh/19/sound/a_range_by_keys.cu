// fpcheck: extremes <<<1, 64>>> v=[2.81912875,2.52795672,1.1004554,0.402803659,-2.25328517,-1.24622297,2.0794065,4.41717005,3.82541442,-1.78570151,2.01555276,-2.19099927,4.14610434,0.868778408,1.40179145,-2.25098348,-1.34813893,4.72720337,-4.93846655,1.95510149,-0.502372682,-0.690541208,-1.77255952,0.583371639,-2.39551806,0.13096948,2.46245956,1.33114195,5.6124506,-6.36035633,0.723284245,0.834957838,2.32545733,-0.569356501,-1.74485946,1.66322482,-1.93988776,-2.68281126,-0.51766789,3.73686934,5.26260138,0.39317894,-4.28794336,-0.522727966,-3.10963774,-2.61331844,-1.73446238,5.95607138,-1.31673241,-3.46897197,-3.99275637,-1.70183802,-0.763853252,4.77440548,-0.71299696,-3.34995461,-0.0443179943,2.33799934,5.80977535,1.09596419,-2.35181928,-1.88393235,4.52493334,3.32266474] out=empty:2 n=64 want=[-6.360356330871582,5.9560713768005371] --ref 'out=want' --tol rtol=1e-7,atol=0
// expect: ok
// why: floats of both signs go through integer atomics, as keys whose order is that of the floats and that map back exactly
// figure: out[0] computed -6.36035633, MPFR -6.36035633
// Smallest and largest sample, through unsigned keys in the order of the floats.
__device__ inline unsigned key(float v)
{
    unsigned b = __float_as_uint(v);
    return b ^ ((b & 0x80000000u) ? 0xffffffffu : 0x80000000u);
}

__device__ inline float value(unsigned k)
{
    return __uint_as_float(k ^ ((k & 0x80000000u) ? 0x80000000u : 0xffffffffu));
}

__global__ void extremes(const float *v, float *out, int n)
{
    __shared__ unsigned low, high;
    if (threadIdx.x == 0) {
        low = 0xffffffffu;
        high = 0u;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicMin(&low, key(v[i]));
        atomicMax(&high, key(v[i]));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = value(low);
        out[1] = value(high);
    }
}
