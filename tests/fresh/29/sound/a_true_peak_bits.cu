// fpcheck: peak_power <<<4, 32>>> samples=@a_recording.npy bits=inout:zeros:1:u32 n=100
// fpcheck+ level <<<1, 1>>> peak_db=empty:1 want=[-4.5800157942650328] ref=peak_db=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: a maximum of floats by an integer atomic that starts at 0 is right here, as squares are never negative; the logarithm comes after the maximum
// figure: computed peak_db = -4.5800157, MPFR -4.580015794: error 1.3e-07 of 1e-5
// Peak level of a recording in dB below full scale.
__global__ void peak_power(const float *samples, unsigned *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? samples[i] : 0.0f;
    unsigned mine = __float_as_uint(x * x);
    mine = __reduce_max_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicMax(bits, mine);
}

__global__ void level(const unsigned *bits, float *peak_db)
{
    peak_db[0] = 10.0f * log10f(fmaxf(__uint_as_float(*bits), 1e-12f));
}
