// fpcheck: schrage <<<1, 64>>> seed=@a_pm_seed.npy state=empty:64:i32 unit=empty:64 steps=5 n=64 --ref 'state=@a_pm_state.npy' --ref 'unit=@a_pm_unit.npy' --tol rtol=1e-6
// expect: ok
// why: 16807 times a 31-bit state in int looks like an overflow; Schrage's decomposition keeps every product below 2^31 and mends the sign
// figure: largest relative error 5.73e-08 at unit[48] (0.032779552, exact 0.0327795539), largest absolute error 2.86e-08
__device__ int step(int s)
{
    const int a = 16807, m = 2147483647, q = 127773, r = 2836;
    int t = a * (s % q) - r * (s / q);
    return t > 0 ? t : t + m;
}

__global__ void schrage(const int *__restrict__ seed, int *__restrict__ state, float *__restrict__ unit, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int s = seed[i];
    for (int k = 0; k < steps; ++k)
        s = step(s);
    state[i] = s;
    unit[i] = (float)s * 4.656613e-10f;
}
