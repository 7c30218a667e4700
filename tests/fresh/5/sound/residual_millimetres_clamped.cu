// fpcheck: pack_residuals <<<1, 32>>> measured=[16000012.0,16000040.0,16000100.0,15999950.0,16000003.0] model=[16000000.0,16000000.0,16000000.0,16000000.0,16000000.0] mm=empty:5 n=5 want=[12000,32767,32767,-32768,3000] ref=mm=want --tol bitwise
// expect: ok
// Residuals saturate at the ends of the telemetry format.
__global__ void pack_residuals(const float *measured, const float *model, int *mm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float residual = (measured[i] - model[i]) * 1000.0f;
    residual = fminf(fmaxf(residual, -32768.0f), 32767.0f);
    short packed = (short)__float2int_rn(residual);
    mm[i] = packed;
}
