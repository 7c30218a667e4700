// fpcheck: droplet_radius <<<1, 32>>> volume=[0.5,4.18879,33.5103,0.0654,113.097] radius=empty:5 n=5 want=[0.492372510921,0.999999983704,1.99999956952,0.249936516773,2.99999703327] ref=radius=want --tol rtol=1e-3,atol=0
// expect: error mismatch at line 13
// why: the exponent 1 / 3 is an integer division, 0: powf(x, 0) is 1 for every droplet
// figure: computed radius[0] = 1, right 0.49237251

// Radius of a droplet of a given volume: (3 V / 4 pi)^(1/3).
__global__ void droplet_radius(const float *volume, float *radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float cube = volume[i] * (3.0f / (4.0f * 3.14159265f));
    radius[i] = powf(cube, 1 / 3);
}
