// fpcheck: path_phase <<<1, 32>>> path=[12345678.912345678,25000000.0,632.8,-987654.321,10000000.333333334] real=empty:5:f32 imaginary=empty:5:f32 wavelength=0.6328 n=5 want=[-0.6946830459711782,0.16407911808899162,1.0,-0.9900767505951755,0.40443743495181617] ref=real=want --tol rtol=2e-6,atol=4e-6
// expect: ok
// why: 1e7 wavelengths and a cast to float, but the whole turns are taken off in double first; only a fraction of a turn is narrowed
// figure: real[1] computed 0.1640791, MPFR 0.164079118089; error 1.8e-08 of 4.3e-06 allowed
// Phase of a long optical path (micrometres).
__global__ void path_phase(const double *path, float *real, float *imaginary, double wavelength, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double turns = path[i] / wavelength;
    float fraction = (float)(turns - rint(turns));
    sincospif(2.0f * fraction, &imaginary[i], &real[i]);
}
