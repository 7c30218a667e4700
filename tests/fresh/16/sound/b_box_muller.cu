// fpcheck: gaussians <<<1, 32>>> words=[0,4294967295,305419896,2596069104,2147483648,1,77777777,3333333333,4294967040,123456789,1000000000,2222222222] out=empty:12 pairs=6
// expect: ok
// why: u = (w >> 8) 2^-24 + 2^-25 lies inside (0, 1) though the word is 0 or all ones, and the logarithm near 1 is log1p of the other side
// figure: largest radius computed 5.8870501 for word 0; relative error about 3e-7
__device__ float log_of_uniform(unsigned int w)
{
    int k = (int)(w >> 8);
    if (k < 8388608)
        return logf((float)(2 * k + 1) * 2.98023223876953125e-8f);
    int rest = 2 * (16777215 - k) + 1;
    return log1pf(-(float)rest * 2.98023223876953125e-8f);
}

__global__ void gaussians(const unsigned int *words, float *out, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    float r = sqrtf(-2.0f * log_of_uniform(words[2 * i]));
    float half_turns = (float)(int)words[2 * i + 1] * 4.656612873077393e-10f;
    float s, c;
    sincospif(half_turns, &s, &c);
    out[2 * i] = r * c;
    out[2 * i + 1] = r * s;
}
