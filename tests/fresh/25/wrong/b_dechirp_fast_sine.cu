// fpcheck: dechirp <<<1, 64>>> sample=const(1):64 re=empty:64 im=empty:64 rate=0.25 stride=32 want=[1,-0.692895822,-0.996833391,-0.569824651,0.949734335,-0.28392233,-0.754159654,0.188596587,0.292801813,0.735600812,0.407091097,0.998659602,-0.962180037,0.534388153,0.725571663,-0.52324278,0.372937829,-0.968041573,-0.986480694,0.115288395,-0.106071959,0.990657504,0.978625415,-0.311963668,0.450379883,-0.791874644,-0.632160597,0.91511508,-0.994401387,-0.240685044,-0.590606976,-0.488565586,0.0420908153,0.893354822,0.528482664,-0.999521603,0.790923161,0.97014507,0.895081982,-0.935309207,0.911002644,0.949500689,0.853985324,-0.993111633,0.675970724,0.970505594,0.297200889,-0.722350481,-0.29357717,0.127518106,-0.870834968,0.652340099,-0.91940212,-0.99054658,-0.0890976719,0.272741467,0.911670356,0.862357616,0.563412099,-0.586175612,-0.817148638,-0.845888653,-0.453763144,0.333109034] ref=re=want --tol rtol=1e-4,atol=1e-5
// expect: error fast math range at line 17
// why: the phase of the chirp reaches 500000 rad; __sincosf reduces it with a short constant, its error grows with the argument to some hundredths
// figure: computed re[63] about 0.3369 (phase 508032 times 1/2pi rounded to float), MPFR 0.33310903
// Takes a linear chirp out of radar samples: multiplies by exp(-i rate t^2 / 2) with t the number of the sample.
__device__ float2 turned(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void dechirp(const float *sample, float *re, float *im, float rate, int stride)
{
    int i = threadIdx.x;
    float t = (float)(i * stride);
    float phase = -0.5f * rate * t * t;
    float2 w;
    __sincosf(phase, &w.y, &w.x);
    float2 y = turned(make_float2(sample[i], 0.0f), w);
    re[i] = y.x;
    im[i] = y.y;
}
