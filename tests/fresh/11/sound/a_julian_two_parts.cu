// fpcheck: light_curve <<<1, 32>>> phase=empty:32 day0=2451545 fraction0=0.5 step=0.1 period=2.5 epoch=2451540
// expect: ok
// why: a Julian date as whole days in an integer and a fraction below one in a float: whole days are subtracted exactly and the time since the epoch is small
// figure: largest error of a phase 2.4e-07; a spacing of the cycles (3) is 2.4e-7
// Phases of a variable star at regular times.
__global__ void light_curve(float *phase, int day0, float fraction0, float step, float period, int epoch)
{
    int k = threadIdx.x;
    float fraction = fmaf((float)k, step, fraction0);
    int whole = (int)floorf(fraction);
    int day = day0 + whole;
    float since = (float)(day - epoch) + (fraction - (float)whole);
    float cycles = since / period;
    // off by a little, so that no time falls on the seam between two cycles
    cycles += 0.013f;
    phase[k] = cycles - floorf(cycles);
}
