// fpcheck: rms<<<1, 32>>> pcm=[20000,-20911,21822,-22733,23644,-24555,25466,-26377,27288,-28199,29110,-30021,30932,-31843,20754,-21665,22576,-23487,24398,-25309,26220,-27131,28042,-28953,29864,-30775,31686,-20597,21508,-22419,23330,-24241,25152,-26063,26974,-27885,28796,-29707,30618,-31529,20440,-21351,22262,-23173,24084,-24995,25906,-26817,27728,-28639,29550,-30461,31372,-20283,21194,-22105,23016,-23927,24838,-25749,26660,-27571,28482,-29393] level=empty:1 n=64 want=[26046.5094] --ref level=want --tol rtol=1e-5,atol=0
// expect: error integer overflow of a sum at line 12
// why: 64 squares of 16-bit samples come to 43418921824, beyond 2^31; abs hides the sign
// figure: computed level = 2707.769, MPFR 26046.5094
// Root mean square of 16-bit audio, one warp.
__global__ void rms(const short *pcm, float *level, int n)
{
    int energy = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        energy += pcm[i] * pcm[i];
    for (int o = 16; o > 0; o >>= 1)
        energy += __shfl_down_sync(0xffffffffu, energy, o);
    if (threadIdx.x == 0)
        level[0] = sqrtf((float)abs(energy) / n);
}
