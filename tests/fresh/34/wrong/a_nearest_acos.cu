// fpcheck: nearest_station <<<1, 64>>> ship=@a_nearest_acos_ship.npy station=@a_nearest_acos_station.npy km=empty:64 stations=12 --ref 'km=@a_nearest_acos_km.npy' --tol rtol=1e-3,atol=5
// expect: error nan at line 13
// why: ships that lie at a station have a dot product of 1 + 2^-23, whose acosf is NaN; fminf drops the NaN, and another station, hundreds of kilometres away, is called the nearest (known of acos of unrounded dot products)
// figure: km[25] computed 3095.92358, exact 0 (13 of 64 elements off)
// Unit vectors; the distance to the nearest station.
__global__ void nearest_station(const float* ship, const float* station, float* km, int stations)
{
    int i = threadIdx.x;
    float x = ship[3 * i], y = ship[3 * i + 1], z = ship[3 * i + 2];
    float best = 1.0e9f;
    for (int s = 0; s < stations; ++s) {
        float dot = x * station[3 * s] + y * station[3 * s + 1] + z * station[3 * s + 2];
        float angle = acosf(dot);
        best = fminf(best, 6371.0f * angle);
    }
    km[i] = best;
}
