// fpcheck: directions<<<1, 32>>> xyz=[3000000000000000.0,4000000000000000.0,1200000000000000.0,2.1e+19,-3e+19,5.5e+18,4e+22,3e+22,-1e+22,1.0,2.0,2.0] unit=empty:12 n=4 want=[0.5834323811883105,0.777909841584414,0.23337295247532422,0.5671017329983533,-0.8101453328547905,0.1485266443567116,0.7844645405527361,0.588348405414552,-0.19611613513818402,0.3333333333333333,0.6666666666666666,0.6666666666666666] ref=unit=want --tol rtol=1e-5,atol=1e-6
// expect: error overflow at line 12
// why: the squares of positions in metres overflow, rsqrtf(inf) is 0 and the direction becomes the zero vector
// figure: computed unit[6] = 0, MPFR 0.7844645
// Unit vectors towards galaxies, positions in metres.
__global__ void directions(const float *xyz, float *unit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    float r2 = x * x + y * y + z * z;
    float inv = rsqrtf(r2);
    unit[3 * i] = x * inv;
    unit[3 * i + 1] = y * inv;
    unit[3 * i + 2] = z * inv;
}
