// fpcheck: meter <<<2, 32>>> power=@a_db_floor_power.npy db=empty:64 n=64 --ref 'db=@a_db_floor_db.npy' --tol rtol=1e-5,atol=1e-4
// expect: ok
// why: the logarithm of a silent band is -inf, which the floor of -120 dB replaces: a maximum with an infinity of a known sign is well defined
// figure: largest relative error at db[6]: computed -2.55969191, exact -2.55969168, off by 2.2e-07, within rtol=1e-5,atol=1e-4
__global__ void meter(const float* power, float* db, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        db[i] = fmaxf(10.0f * log10f(power[i]), -120.0f);
}
