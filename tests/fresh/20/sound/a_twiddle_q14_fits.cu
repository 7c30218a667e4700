// fpcheck: dft_fixed<<<1, 16>>> x=[5000,7784,4536,1251,-8000,-6140,10192,10846,-3000,-5784,-2536,749,10000,8140,-8192,-8846] re=empty:16 want=[16000,0.1963313,0,-1.548681,0,31999.13,0,2.219851,0,2.219851,0,31999.13,0,-1.548681,0,0.1963313] ref=re=want --tol rtol=1e-3,atol=8
// expect: ok
// why: twiddles in Q14: 1.0 is 16384 and fits; the products are summed in 64 bits; the quantised cosines cost 3e-5 of the amplitude, which the tolerance allows
// figure: computed re[5]=31999.15, MPFR 31999.13: off by 0.0212, allowed 40
#define N 16

// Real part of a discrete Fourier transform of 16-bit samples, with twiddles in fixed point as a DSP has them.
__global__ void dft_fixed(const short *x, float *re)
{
    __shared__ short twiddle[N];
    int k = threadIdx.x;
    float angle = 2.0f * (float)k / N;
    twiddle[k] = (short)__float2int_rn(cospif(angle) * 16384.0f);
    __syncthreads();
    long long sum = 0;
    for (int m = 0; m < N; m++)
        sum += (int)x[m] * (int)twiddle[(k * m) % N];
    re[k] = (float)sum * (1.0f / 16384.0f);
}
