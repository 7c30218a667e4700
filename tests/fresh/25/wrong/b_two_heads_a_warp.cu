// fpcheck: head_softmax <<<2, 32>>> x=[2.11,3.55,-5.11,-0.28,2.03,2.7,1.31,2.99,0.58,1.1,0.36,-2.15,-1.69,0.76,-1.16,2.54,2.58,3.6,-0.05,2.77,-1.81,-1.63,0.16,0.56,-3.2,-3.46,0.71,-1.72,2.42,0.79,0.61,0.42,1.79,-0.31,2.17,-1.05,-0.45,-1.36,1.2,0.07,-1.72,4.0,-0.73,-0.23,0.79,3.5,-0.3,1.41,0.2,-2.93,1.58,2.04,-0.48,-0.03,-3.0,-3.05,-0.78,1.25,-0.94,0.58,1.94,0.19,1.15,2.9] p=empty:64 want=[0.0739321429,0.312045086,5.4103721e-05,0.00677437888,0.0682479696,0.133372729,0.0332198532,0.178242982,0.0160089459,0.0269274897,0.01284748,0.00104409208,0.0016539191,0.019166188,0.0028098966,0.113652743,0.14813947,0.410819602,0.0106776652,0.179137594,0.00183703745,0.00219933313,0.0131728013,0.0196515102,0.000457560663,0.000352802875,0.0228317975,0.00201003914,0.126236129,0.024733391,0.0206590647,0.0170842023,0.0510490879,0.00625128897,0.0746482945,0.00298257696,0.00543460955,0.00218756199,0.0282979023,0.00914116352,0.00152621021,0.465349007,0.00410738954,0.00677194049,0.0187799099,0.28224844,0.00631411547,0.0349105012,0.0238870172,0.00104428777,0.0949485435,0.150405518,0.0121015688,0.0189790378,0.000973687467,0.000926200169,0.00896506267,0.0682607614,0.00763952247,0.0349296171,0.13609254,0.0236493374,0.0617648911,0.355432407] ref=p=want --tol rtol=1e-4,atol=0
// expect: error shuffle width at line 10
// why: two rows of 16 share a warp, but the butterfly starts at 16 with the full width: it adds the two rows up
// figure: computed p[0] 0.04110742, MPFR 0.07393214
// Softmax over 16 attention scores; each warp holds two heads, one in its lower and one in its upper half.
template <typename F> __device__ float butterfly(float x, F combine)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x = combine(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

struct Sum {
    __device__ float operator()(float a, float b) const { return a + b; }
};
struct Max {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

__global__ void head_softmax(const float *x, float *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = x[i];
    float top = butterfly(mine, Max());
    float e = expf(mine - top);
    float total = butterfly(e, Sum());
    p[i] = e / total;
}
