// fpcheck: net_flux <<<1, 32>>> flux=[1.0,100000000.0,3.25,-100000000.0,0.125,70000000000.0,-2.5,-70000000000.0,1.0,100000000.0,3.25,-100000000.0,0.125,70000000000.0,-2.5,-70000000000.0,1.0,100000000.0,3.25,-100000000.0,0.125,70000000000.0,-2.5,-70000000000.0,1.0,100000000.0,3.25,-100000000.0,0.125,70000000000.0,-2.5,-70000000000.0] net=empty:1 n=32 want=[7.5] ref=net=want --tol rtol=2e-7,atol=0
// expect: ok
// why: terms of 7e10 cancel to a sum of 7.5, but the low parts are carried with the branch on magnitudes, by intrinsics that the compiler keeps
// figure: net[0] computed 7.5, MPFR 7.5; error 0 of 1.5e-06 allowed
// Net flux through a closed surface: large in- and outflows that nearly balance.
struct Sum {
    float s, c;
};

__device__ void add(Sum &a, float x)
{
    float t = __fadd_rn(a.s, x);
    if (fabsf(a.s) >= fabsf(x))
        a.c = __fadd_rn(a.c, __fadd_rn(__fsub_rn(a.s, t), x));
    else
        a.c = __fadd_rn(a.c, __fadd_rn(__fsub_rn(x, t), a.s));
    a.s = t;
}

__global__ void net_flux(const float *flux, float *net, int n)
{
    if (threadIdx.x != 0)
        return;
    Sum a = {0.0f, 0.0f};
    for (int k = 0; k < n; k++)
        add(a, flux[k]);
    *net = a.s + a.c;
}
