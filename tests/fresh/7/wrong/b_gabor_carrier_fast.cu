// fpcheck: carrier <<<1, 32>>> x=[100.5,1500.25,3000.75,7001.125,12000.0625,20000.5] wave=empty:6 omega=2.75 n=6 want=[0.9963766296169816,-0.713478683828573,-0.6205119329616355,0.15618545630318378,0.6351128680191447,-0.05834956229271677] ref=wave=want --tol rtol=1e-4,atol=1e-5
// expect: error fast-math at line 15
// why: __cosf has an absolute error of 2^-21 only for arguments in [-pi, pi]; at a phase of 50000 its one-step range reduction is off by a thousandth and more
// figure: computed about -0.0613207363 (argument reduced in one binary32 multiplication), MPFR -0.0583495623 (wave[5])
// Carrier of a Gabor filter along a long scan line; the phases are exact for the positions used (multiples of 1/16).
__device__ float phase(float x, float omega)
{
    return x * omega;
}

__global__ void carrier(const float *x, float *wave, float omega, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        wave[i] = __cosf(phase(x[i], omega));
}
