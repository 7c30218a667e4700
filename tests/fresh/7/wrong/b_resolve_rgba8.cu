// fpcheck: resolve <<<1, 32>>> r=[0.2,0.5,1.02,0.9,0.0,1.0] g=[0.4,0.5,0.3,1.01,0.25,0.1] b=[0.6,0.5,0.7,0.2,0.75,1.3] a=[1.0,0.5,1.0,1.0,0.25,1.0] rgba=empty:6 n=6 want=[4288243251,2155905152,4289940991,4281597926,1086275584,4294908671] ref=rgba=want --tol bitwise
// expect: error narrowing at line 29
// why: a highlight above 1 (1.02) gives 260, which does not fit into its 8 bits: the carry is ored into the next channel, and red itself becomes 4
// figure: computed 0xffb34d04, MPFR 0xffb34dff (rgba[2])
// Resolve of a float target into RGBA8, with the highlights that the tone mapper let through.
struct Colour {
    float r, g, b, a;
};

__device__ unsigned int channel(float v)
{
    return (unsigned int)(v * 255.0f + 0.5f);
}

__device__ unsigned int pack(Colour c)
{
    unsigned int word = channel(c.r);
    word |= channel(c.g) << 8;
    word |= channel(c.b) << 16;
    word |= channel(c.a) << 24;
    return word;
}

__global__ void resolve(const float *r, const float *g, const float *b, const float *a, unsigned int *rgba, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Colour c = {r[i], g[i], b[i], a[i]};
        rgba[i] = pack(c);
    }
}
