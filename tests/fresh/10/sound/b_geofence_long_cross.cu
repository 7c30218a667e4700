// fpcheck: geofence <<<1, 32>>> fence=[113000000,476000000,119500000,474000000,121000000,481500000,116000000,484500000,112000000,480500000] corners=5 position=[120213330,476400957,112202360,476880384,115551950,483584934,115963971,474194907,114683713,480801306,119945082,482471286,121921444,475442713,120682507,473716906,117140484,476574601,113214869,481546629,114362733,480309453,113861758,474950809,119240965,478624200,118465833,481700864,121397688,478496200,113417102,481231397,121284461,485576667,120546814,481879842,115181884,478091122,111437593,475434283,114662855,477497488,117377074,479643857,118617053,484585722,120647295,483082331] inside=empty:24 n=24 want=[0,0,1,0,1,0,0,0,1,1,1,0,1,1,0,1,0,0,1,0,1,1,0,0] ref=inside=want --tol bitwise
// expect: ok
// why: exact orientation in 64 bit integers
// figure: computed inside[1] = 0, MPFR 0: error 0 of 0 allowed
// Geofence: is the position inside the fence? Coordinates in 1e-7 degrees, even-odd rule without a division.
__device__ bool crosses(int ax, int ay, int bx, int by, int px, int py)
{
    if ((ay > py) == (by > py))
        return false;
    long long cross = (long long)(bx - ax) * (py - ay) - (long long)(px - ax) * (by - ay);
    return by > ay ? cross > 0 : cross < 0;
}

__global__ void geofence(const int *fence, int corners, const int *position, int *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int px = position[2 * i], py = position[2 * i + 1];
    bool in = false;
    for (int k = 0, j = corners - 1; k < corners; j = k++)
        if (crosses(fence[2 * j], fence[2 * j + 1], fence[2 * k], fence[2 * k + 1], px, py))
            in = !in;
    inside[i] = in;
}
