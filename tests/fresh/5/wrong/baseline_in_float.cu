// fpcheck: baselines <<<1, 32>>> rover=[4075592.6567,931846.0001,4801571.4469,4075703.7611,931854.8783,4801522.636,4075579.0611,931856.6413,4801568.536,4075580.4221,931853.6693,4801568.569] base=[4075580.3111,931853.8913,4801568.2360] enu=empty:12 n=4 want=[12.345600000116974,-7.891200000070967,3.210900000296533,123.4499999997206,0.9869999999646097,-45.59999999962747,-1.25,2.75,0.30000000074505806,0.11100000003352761,-0.22200000006705523,0.3330000005662441] ref=enu=want --tol rtol=1e-3,atol=1e-3
// expect: error narrowing at line 10: ECEF metres are cut to binary32 (steps of half a metre) before they are subtracted
// Baseline vectors of a rover to its base station.
__global__ void baselines(const double *rover, const double *base, float *enu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int k = 0; k < 3; k++) {
        float p = (float)rover[3 * i + k];
        float b = (float)base[k];
        enu[3 * i + k] = p - b;
    }
}
