// fpcheck: roots <<<1, 32>>> b=[-1088.0057373046875,1817.463623046875,-2036.71728515625,-4156.19384765625,-2239.29345703125,-3821.727783203125,-164.92481994628906,2796.6943359375,3777.339599609375,217.09141540527344,1681.24072265625,-1650.3885498046875,705.3723754882812,1610.3326416015625,4852.88671875,2398.6240234375,-2497.13916015625,-3265.726318359375,3155.754638671875,2073.230224609375,-450.24481201171875,-186.58865356445312,-2856.5556640625,546.3516845703125] c=[0.5952134132385254,0.13022227585315704,1.891512155532837,0.2312447428703308,1.9774724245071411,1.8996829986572266,0.4136364459991455,0.9341920614242554,1.8008350133895874,1.1241041421890259,1.63975191116333,1.7037744522094727,1.276828408241272,1.8120884895324707,0.10994472354650497,0.49662747979164124,0.14040564000606537,0.3055925667285919,0.374858021736145,1.1392791271209717,0.3429039418697357,0.4650808572769165,0.4414689838886261,1.1499364376068115] x=empty:24x2 n=24 --ref x=@a_quadratic_citardauq_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: b^2 - c looks like cancellation and -b +- sqrt too; the root of larger size comes without, the other as c over it
// figure: computed x[0]=[2.7353415e-04 2.1760112e+03], MPFR [2.73534168e-04 2.17601120e+03] (relative error at most 8.9e-08, tolerance 1e-6)
// Both roots of x^2 + 2 b x + c = 0 (damping rates of overdamped oscillators), the smaller first.
struct two {
    float small, large;
};

__device__ two solve(float b, float c)
{
    two r;
    const float d = sqrtf(fmaxf(fmaf(b, b, -c), 0.0f));
    const float q = -(b + copysignf(d, b));
    const float other = c / q;
    r.small = fminf(q, other);
    r.large = fmaxf(q, other);
    return r;
}

__global__ void roots(const float *b, const float *c, float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const two r = solve(b[i], c[i]);
    x[2 * i] = r.small;
    x[2 * i + 1] = r.large;
}
