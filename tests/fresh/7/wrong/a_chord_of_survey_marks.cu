// fpcheck: chord<<<1, 32>>> lat1=[47.3769,47.3769,-33.8568,0.0] lon1=[8.5417,8.5417,151.2153,0.0] lat2=[47.37695,47.3770,-33.8567,0.0001] lon2=[8.5417,8.5418,151.2153,0.0001] metres=empty:4 n=4
// expect: error cancellation at line 27
// why: neighbouring marks have a dot product of 1 - 1e-12 or so; 2 - 2*dot keeps nothing of it in binary32
// figure: computed metres[3] = 0, MPFR 15.725359
// Chord between two marks on the sphere, from the dot product of their unit vectors.
struct Unit {
    float x, y, z;
};

__device__ Unit unit_vector(float lat, float lon)
{
    const float rad = 0.017453292519943295f;
    float sl, cl, so, co;
    sincosf(lat * rad, &sl, &cl);
    sincosf(lon * rad, &so, &co);
    return {cl * co, cl * so, sl};
}

__global__ void chord(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Unit a = unit_vector(lat1[i], lon1[i]);
    Unit b = unit_vector(lat2[i], lon2[i]);
    float dot = a.x * b.x + a.y * b.y + a.z * b.z;
    float gap = fmaxf(2.0f - 2.0f * dot, 0.0f);
    metres[i] = 6371008.8f * sqrtf(gap);
}
