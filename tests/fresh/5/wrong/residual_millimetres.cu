// fpcheck: pack_residuals <<<1, 32>>> measured=[16000012.0,16000040.0,16000100.0,15999950.0,16000003.0] model=[16000000.0,16000000.0,16000000.0,16000000.0,16000000.0] mm=empty:5 n=5 ref=mm=(measured-model)*1000
// expect: error narrowing at line 11: 40 m are 40000 mm, which a 16-bit number holds as -25536
// Pseudorange residuals as 16-bit millimetres for the telemetry frame.
__global__ void pack_residuals(const float *measured, const float *model, short *mm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float residual = measured[i] - model[i];
    int scaled = __float2int_rn(residual * 1000.0f);
    mm[i] = (short)scaled;
}
