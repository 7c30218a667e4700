// fpcheck: half_chord <<<1, 32>>> center=[0.0,0.0,4000.0,0.02,0.01,4037.0,0.04,0.02,4074.0,0.06,0.03,4111.0,0.08,0.04,4148.0,0.1,0.05,4185.0,0.12,0.06,4222.0,0.14,0.07,4259.0] slope=[2e-05,-1e-05,2.4954174e-05,-7.522913e-06,2.981836e-05,-5.09082e-06,3.459499e-05,-2.7025055e-06,3.9286402e-05,-3.5679867e-07,4.3894863e-05,1.9474317e-06,4.842255e-05,4.211274e-06,5.2871565e-05,6.4357823e-06] radius=[0.5,0.4,0.6,0.5,0.7,0.5,0.45,0.5] chord=empty:8 n=8 want=[0.4919349554648399,0.3896810495700759,0.593044088017216,0.49147720168149633,0.6938278112451154,0.4911648274435703,0.43998562049585827,0.49084667713451896] ref=chord=want --tol rtol=1e-3,atol=0
// expect: ok
// why: a sphere 4000 away and a discriminant: it is r^2 minus the squared distance of the centre from the ray, which comes from a cross product of small offsets
// figure: computed chord[0] about 0.49193496, MPFR 0.49193496: offsets good to 1e-5, error below 1e-5 against 1e-3
// Half the length of a ray's way through each sphere; rays start at the origin and go along (sx, sy, 1).
__global__ void half_chord(const float *center, const float *slope, const float *radius, float *chord, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float cx = center[3 * i], cy = center[3 * i + 1], cz = center[3 * i + 2];
    float sx = slope[2 * i], sy = slope[2 * i + 1];
    // c x s, each component by small offsets from the ray at depth cz
    float ex = fmaf(-sx, cz, cx);
    float ey = fmaf(-sy, cz, cy);
    float k = ex * sy - ey * sx;
    float distance2 = (ex * ex + ey * ey + k * k) / (sx * sx + sy * sy + 1.0f);
    float r = radius[i];
    chord[i] = sqrtf(fmaxf(r * r - distance2, 0.0f));
}
