// fpcheck: resample_positions <<<1, 32>>> n=30000 step=0.91875 x=arange:32768 pos_out=empty:32 y=empty:32 ref=pos_out=arange32*937*0.91875 arange32=arange:32:f64 --tol rtol=1e-5,atol=1e-4
// expect: error absorbed at line 11: the read position is accumulated in float32; at 16384 an addition rounds to 1/512
// 48 kHz -> 44.1 kHz resampler: each lane starts from sample 0 and walks to its own output sample, linear interpolation there.
__global__ void resample_positions(const float* x, float* pos_out, float* y, int n, float step)
{
    int lane = threadIdx.x;
    int target = lane * 937;
    if (target >= n) return;
    float pos = 0.0f;
    for (int k = 0; k < target; ++k)
        pos += step;
    int i0 = (int)pos;
    float f = pos - (float)i0;
    y[lane] = x[i0] + f * (x[i0 + 1] - x[i0]);
    pos_out[lane] = pos;
}
