// fpcheck: horizon <<<1, 32>>> eye=[1.7,2.0,12.0,55.0,130.0,0.5] metres=empty:6 n=6
// expect: error cancellation at line 17
// why: sqrt((R + h)^2 - R^2) in binary32: the squares are 4e13 with a spacing of 4e6, the difference for an eye at 1.7 m is 2e7
// figure: computed 4096 m, MPFR 4654.18 m
// How far away the horizon is for an eye above the sea, without refraction.
#define MEAN_RADIUS 6371008.8f

struct Sight {
    float distance;
    float dip; // the angle of the horizon below level
};

__device__ Sight sight(float eye)
{
    Sight s;
    float r = MEAN_RADIUS + eye;
    float d2 = r * r - MEAN_RADIUS * MEAN_RADIUS;
    s.distance = sqrtf(fmaxf(d2, 0.0f));
    s.dip = atan2f(s.distance, MEAN_RADIUS);
    return s;
}

__global__ void horizon(const float *eye, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        metres[i] = sight(eye[i]).distance;
}
