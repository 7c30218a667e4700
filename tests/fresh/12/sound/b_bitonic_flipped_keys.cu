// fpcheck: sort_residuals <<<1, 64>>> residual=[-1.808,2.194,4.328,1.242,-0.053,0.0,-0.1,1.244,-0.024,3.43,-4.255,-3.34,7.908,2.382,-3.211,1.567,-0.989,1.25,0.034,1.67,-5.706,0.84,-2.098,3.542,5.95,-3.222,1.222,-2.227,4.156,0.327,-3.154,3.058,-1.32,4.83,-5.355,-0.104,3.489,-2.382,-1.787,-0.905,1.25,0.248,-4.295,-4.423,-3.857,1.998,0.506,3.848,-1.076,4.939,-0.118,-1.802,3.986,-3.812,-1.656,-2.653,-0.078,3.085,0.587,1.77,2.939,-4.373,-9.619,-6.486] sorted=empty:64 rank=empty:64 want=[-9.619,-6.486,-5.706,-5.355,-4.423,-4.373,-4.295,-4.255,-3.857,-3.812,-3.34,-3.222,-3.211,-3.154,-2.653,-2.382,-2.227,-2.098,-1.808,-1.802,-1.787,-1.656,-1.32,-1.076,-0.989,-0.905,-0.118,-0.104,-0.1,-0.078,-0.053,-0.024,0.0,0.034,0.248,0.327,0.506,0.587,0.84,1.222,1.242,1.244,1.25,1.25,1.567,1.67,1.77,1.998,2.194,2.382,2.939,3.058,3.085,3.43,3.489,3.542,3.848,3.986,4.156,4.328,4.83,4.939,5.95,7.908] ref=sorted=want --tol bitwise
// expect: ok
// why: floats are sorted as integers after their bits are flipped by their sign, with the position below for ties: a total order, exact, also for both zeros.
// figure: exact, error 0
typedef unsigned long long Key;

__device__ Key encode(float f, int i)
{
    int b = __float_as_int(f);
    unsigned u = (unsigned)b ^ (unsigned)((b >> 31) | 0x80000000);
    return ((Key)u << 32) | (unsigned)i;
}

__device__ float decode(Key k)
{
    unsigned u = (unsigned)(k >> 32);
    int b = (int)(u ^ (((int)u >> 31 & 0x80000000u) | (~((int)u >> 31) & 0xffffffffu)));
    return __int_as_float(b);
}

__global__ void sort_residuals(const float *residual, float *sorted, int *rank)
{
    __shared__ Key s[64];
    const int t = threadIdx.x;
    s[t] = encode(residual[t], t);
    __syncthreads();
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            const int o = t ^ j;
            if (o > t) {
                const Key a = s[t], b = s[o];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[o] = a;
                }
            }
            __syncthreads();
        }
    sorted[t] = decode(s[t]);
    rank[(unsigned)s[t]] = t;
}
