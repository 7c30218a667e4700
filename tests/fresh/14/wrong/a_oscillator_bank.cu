// fpcheck: oscillators <<<4, 32>>> freq=[1000,-1000,250,-3000] wave=empty:4x8 fs=16000 length=8 want=[0,0.3826834323650898,0.7071067811865475,0.9238795325112867,1,0.9238795325112867,0.7071067811865476,0.3826834323650899,0,-0.38268343236508956,-0.7071067811865477,-0.9238795325112866,-1,-0.9238795325112865,-0.7071067811865475,-0.38268343236508967,0,0.0980171403295606,0.19509032201612825,0.29028467725446233,0.3826834323650898,0.47139673682599764,0.5555702330196022,0.6343932841636455,0,-0.9238795325112866,-0.7071067811865475,0.3826834323650899,1,0.3826834323650898,-0.7071067811865477,-0.9238795325112865] --ref wave=want --tol rtol=1e-5,atol=1e-6
// expect: error float to integer conversion out of range at line 8
// why: a negative frequency is out of range of unsigned: the conversion saturates to 0, the channel stays silent
// figure: wave[9] computed 0, MPFR -0.38268343
// Numerically controlled oscillators: a 32-bit phase that wraps by itself.
__device__ unsigned tuning_word(float f, float fs)
{
    return (unsigned)(f / fs * 4294967296.0f);
}

__device__ float sine_of_phase(unsigned phase)
{
    return sinpif((float)(int)phase * 4.656612873e-10f);
}

__global__ void oscillators(const float *freq, float *wave, float fs, int length)
{
    int channel = blockIdx.x;
    unsigned word = tuning_word(freq[channel], fs);
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        wave[channel * length + k] = sine_of_phase(word * (unsigned)k);
}
