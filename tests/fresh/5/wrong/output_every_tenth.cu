// fpcheck: snapshots <<<1, 32>>> dt=[0.1,0.01] count=empty:2 n=2 want=[10,10] ref=count=want --tol bitwise
// expect: error branch decided wrong at line 14: the next output time 0.1, 0.2, .. is summed on its own and overtakes or lags behind step * dt
// Number of snapshots in [0.1, 1.0] when one is due every 0.1 s, simulation steps of dt.
__global__ void snapshots(const float *dt, int *count, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float t = 0.0f, next = 0.1f;
    int shots = 0;
    int steps = __float2int_rn(1.0f / dt[i]);
    for (int k = 0; k < steps; k++) {
        t += dt[i];
        if (t >= next) {
            shots++;
            next = 0.1f * (float)(shots + 1);
        }
    }
    count[i] = shots;
}
