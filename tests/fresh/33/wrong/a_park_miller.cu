// fpcheck: minimal_standard <<<1, 64>>> seed=@a_pm_seed.npy state=empty:64:i32 unit=empty:64 steps=5 n=64 --ref 'state=@a_pm_state.npy' --ref 'unit=@a_pm_unit.npy' --tol rtol=1e-6
// expect: error overflow at line 8
// why: 16807 times a state of up to 2^31 needs 46 bits and is taken in 32: the remainder is of the wrapped product, negative every other time (the known mistake of the minimal standard generator without Schrage's trick)
// figure: state[0] computed 96400862, should be 410272743; 64 of 64 elements differ
__device__ int step(int s)
{
    const int a = 16807, m = 2147483647;
    int p = (int)((unsigned)a * (unsigned)s);
    int r = p % m;
    return r < 0 ? r + m : r;
}

__global__ void minimal_standard(const int *__restrict__ seed, int *__restrict__ state, float *__restrict__ unit, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int s = seed[i];
    for (int k = 0; k < steps; ++k)
        s = step(s);
    state[i] = s;
    unit[i] = s / 2147483647.0f;
}
