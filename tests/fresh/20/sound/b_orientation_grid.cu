// fpcheck: orientation <<<1, 32>>> xy=[2001588.0,6804156.0,3190836.0,7820124.0,2246740.0,7013588.0,5009610.0,3930093.0,7612650.0,4059293.0,6460422.0,4002104.0,4254652.0,4853077.0,5381956.0,6119917.0,4674629.0,5325037.0,6702898.0,1645203.0,7741432.0,1979174.0,6855526.0,1694285.0,2222904.0,4075061.0,3666054.0,4392311.0,2432428.0,4121122.0,4797452.0,988208.0,6847448.0,1677724.0,5898033.0,1358388.0,2424999.0,7284854.0,3065679.0,7478744.0,2702399.0,7368804.0,484135.0,6729305.0,952432.0,7440077.0,691414.0,7043910.0] side=empty:8 n=8 want=[0,1,-1,0,1,-1,0,1] ref=side=want --tol rtol=0,atol=0.5
// expect: ok
// why: the sign of a determinant of nearly collinear points with a comparison to exactly 0: coordinates are integers below 2^24, so differences and products are exact in double
// figure: computed side = [0, 1, -1, 0, 1, -1, 0, 1], exact [0, 1, -1, 0, 1, -1, 0, 1]: error 0 against 0.5
// On which side of the line a-b the point c lies; coordinates are whole numbers of a survey grid, held in float.
__global__ void orientation(const float *xy, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *p = xy + 6 * i;
    double ax = p[0], ay = p[1];
    double ux = p[2] - ax, uy = p[3] - ay;
    double vx = p[4] - ax, vy = p[5] - ay;
    double d = ux * vy - uy * vx;
    side[i] = (d > 0.0) - (d < 0.0);
}
