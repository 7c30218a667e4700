// fpcheck: correlate <<<2, 64>>> pulse=@a_dp4a_match_pulse.npy echo=@a_dp4a_match_echo.npy out=empty:2x64 words=16 scale=0.0078125 --ref 'out=@a_dp4a_match_out.npy' --tol 0ulp
// expect: ok
// why: a matched filter of 8-bit samples with four products an instruction: the 32-bit sum of 64 products is below 2^20, so the conversion and the scale by a power of two are exact
// figure: all of out exactly as the reference, e.g. out[0] = 263.875
__global__ void correlate(const int* pulse, const int* echo, float* out, int words, float scale)
{
    int lag = threadIdx.x;
    const int* e = echo + blockIdx.x * (64 + words) + lag;
    int acc = 0;
    for (int w = 0; w < words; ++w)
        acc = __dp4a(pulse[w], e[w], acc);
    out[blockIdx.x * 64 + lag] = (float)acc * scale;
}
