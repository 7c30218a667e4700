// fpcheck: rotate <<<4, 32>>> x=[1,1,1,1,0.5,0.5,0.5,0.5] positions=[1,4097,131071,1048575] y=empty:32 half_dim=4 base=10000.0 want=[0.119566813,0.945087457,0.994950084,0.9994995,1.11162214,0.597335499,0.509974834,0.50099975,0.757147793,-0.206544515,-0.927185195,-0.169001708,0.822634317,1.09878995,-0.624762046,-1.10518705,-0.530362658,0.746997741,-0.477514506,1.02436968,-0.984233433,0.831861993,-1.01093021,-0.447958426,1.09585283,-0.579750139,1.01966192,1.08235869,-0.221600053,-0.955975824,-0.458573415,-0.280177919] ref=y=want --tol rtol=0,atol=2e-6
// expect: ok
// why: position times frequency overflows 64 bits on purpose: whole turns fall off the top, the rest is the fraction of a turn with 64 bits
// figure: step rounded to 53 bits: at position 1e6 about 1e-10 turns; the rest is single precision, 1e-7 against 2e-6
// Rotary positions for very long contexts: the phase is kept as a 64-bit fraction of a turn.
__device__ unsigned long long step_of(int i, int half_dim, double base)
{
    const double turns = pow(base, -(double)i / half_dim) * 0.15915494309189533577;
    return (unsigned long long)(turns * 18446744073709551616.0);
}

__device__ float signed_turns(unsigned long long phase)
{
    return (float)(long long)phase * 5.42101086242752217e-20f;
}

__global__ void rotate(const float *x, const int *positions, float *y, int half_dim, double base)
{
    const int row = blockIdx.x, i = threadIdx.x;
    if (i >= half_dim)
        return;
    const unsigned long long phase = (unsigned long long)positions[row] * step_of(i, half_dim, base);
    float sine, cosine;
    sincospif(2.0f * signed_turns(phase), &sine, &cosine);
    const float a = x[i], b = x[i + half_dim];
    y[row * 2 * half_dim + i] = a * cosine - b * sine;
    y[row * 2 * half_dim + i + half_dim] = a * sine + b * cosine;
}
