// fpcheck: row_integrals <<<2, 32>>> image=[[60796,60035,58207,59542,60152,59079,58922,60293,59480,58643,59453,60689,59621,60748,61222,60026,59096,58959,59979,60705,60215,60438,59645,60240,59623,59740,58966,58742,59614,59114,59233,60537],[59914,62331,60741,59493,60622,60285,59451,60882,59380,57553,60635,59506,61189,59480,59055,61239,59140,60163,61160,60092,59936,60082,60671,59355,60489,60462,61866,59731,59268,60589,59682,60231]] sum=empty:2x32:u32 squares=empty:2x32:u32 width=32
// fpcheck+ window_variance <<<2, 32>>> variance=empty:2x32 width=32 radius=2 want=[[1180402.89,888838.5,752198.64,503027.6,419864.24,303882.64,305876.56,328089.04,319890.96,511151.04,427124.16,635076.16,473940.24,321659.76,582529.44,790768.16,658438.64,418798.8,445152.96,360338.56,133739.04,121941.84,111727.76,113095.76,164910.16,294580.96,162520.0,145743.36,84497.76,373938.8,311662.25,415500.667],[1005990.89,1177681.69,942146.16,859368.64,301109.44,339405.04,370990.8,1266647.76,1394719.76,1392361.36,1565951.44,1556647.44,644152.4,862462.16,969949.04,658865.84,885061.04,602333.36,415222.56,196151.04,212325.76,176370.16,211877.84,220251.76,636851.44,739725.04,776626.96,783258.96,856017.36,211958.16,256001.25,139134.889]] ref=variance=want --tol rtol=5e-2,atol=1
// expect: error integer overflow at line 22
// why: pixels of 16 bits: two squares near 60000^2 already leave 32 bits, the prefix sums wrap all the time, differences of them are wrong as soon as they are taken in double, and fmax makes zeros of the negative variances
// figure: variance[0,5]: computed 0, MPFR 303882.64
#include <cuda_runtime.h>

// Inclusive prefix sums of the pixels and of their squares along the rows.
__global__ void row_integrals(const unsigned short *image, unsigned int *sum, unsigned int *squares, int width)
{
    __shared__ unsigned int s[32], q[32];
    int t = threadIdx.x, row = blockIdx.x;
    unsigned int v = t < width ? image[row * width + t] : 0u;
    s[t] = v;
    q[t] = v * v;
    __syncthreads();
    for (int o = 1; o < 32; o *= 2) {
        unsigned int a = t >= o ? s[t - o] : 0u;
        unsigned int b = t >= o ? q[t - o] : 0u;
        __syncthreads();
        s[t] += a;
        q[t] += b;
        __syncthreads();
    }
    if (t < width) {
        sum[row * width + t] = s[t];
        squares[row * width + t] = q[t];
    }
}

__device__ double span(const unsigned int *integral, int from, int to)
{
    double upper = integral[to];
    double lower = from > 0 ? (double)integral[from - 1] : 0.0;
    return upper - lower;
}

__global__ void window_variance(const unsigned int *sum, const unsigned int *squares, float *variance, int width,
                                int radius)
{
    int x = threadIdx.x, row = blockIdx.x;
    if (x >= width)
        return;
    int from = max(x - radius, 0), to = min(x + radius, width - 1);
    double n = to - from + 1;
    double mean = span(sum + row * width, from, to) / n;
    double square = span(squares + row * width, from, to) / n;
    variance[row * width + x] = (float)fmax(square - mean * mean, 0.0);
}
