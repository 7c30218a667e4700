// fpcheck: look_angles <<<1, 32>>> station=[48.1351,11.582,519] satellite=[52.5,13.4,700000,10.25,40,20200000,60,-30,1400000,-5,20,35786000,47,80.5,20180000] out=empty:5x6 n=5 want=[4199573.429800381,1000479.5140659409,5592211.923036064,14.232862216981417,50.57283115594585,877115.8344361434,20035611.869466536,16811874.530080505,4721929.655970384,138.27556943672104,33.76094612639068,22495419.407114886,3374991.5734809996,-1948552.2934619735,6712912.699236853,312.01863387723387,9.424490061889443,3529098.892848025,39470709.09848761,14366163.23722966,-3671139.369995465,169.56009034147377,28.766090861273337,38712053.693330556,2990731.0494652134,17871904.028997723,19400482.487495232,64.36178505417655,33.5383955062235,22499867.2585373] --ref out=want --tol rtol=1e-10,atol=1e-9
// expect: error wrong constant at line 9
// why: pi/180 has 8 digits in double arithmetic: positions are off by tenths of a metre, metres for the high ones
// figure: out[0] computed 4199573.285739, MPFR 4199573.429800
// Look angles of satellites from a ground station: WGS 84 geodetic -> earth-centred -> local east, north, up.
// One thread a satellite; the station and its rotation are prepared once a block in shared memory.
#define SEMI_MAJOR 6378137.0
#define FLATTENING (1.0 / 298.257223563)
#define RADIANS 0.017453293
#define TURN 360.0

struct Geodetic {
    double latitude, longitude, height;
};

struct Vector {
    double x, y, z;
};

struct Rotation {
    double m[9];
};

__device__ double eccentricity_squared()
{
    return FLATTENING * (2.0 - FLATTENING);
}

__device__ Vector minus(Vector a, Vector b)
{
    Vector v;
    v.x = a.x - b.x;
    v.y = a.y - b.y;
    v.z = a.z - b.z;
    return v;
}

__device__ double norm(Vector v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

__device__ Geodetic in_radians(const double *degrees)
{
    Geodetic g;
    g.latitude = degrees[0] * RADIANS;
    g.longitude = degrees[1] * RADIANS;
    g.height = degrees[2];
    return g;
}

// Radius of curvature in the prime vertical.
__device__ double prime_vertical(double sine)
{
    return SEMI_MAJOR / sqrt(1.0 - eccentricity_squared() * sine * sine);
}

__device__ Vector earth_centred(Geodetic g)
{
    double sp, cp, sl, cl;
    sincos(g.latitude, &sp, &cp);
    sincos(g.longitude, &sl, &cl);
    double n = prime_vertical(sp);
    Vector v;
    v.x = (n + g.height) * cp * cl;
    v.y = (n + g.height) * cp * sl;
    v.z = (n * (1.0 - eccentricity_squared()) + g.height) * sp;
    return v;
}

// Rows: east, north, up.
__device__ Rotation local_frame(Geodetic g)
{
    double sp, cp, sl, cl;
    sincos(g.latitude, &sp, &cp);
    sincos(g.longitude, &sl, &cl);
    Rotation r;
    r.m[0] = -sl;
    r.m[1] = cl;
    r.m[2] = 0.0;
    r.m[3] = -sp * cl;
    r.m[4] = -sp * sl;
    r.m[5] = cp;
    r.m[6] = cp * cl;
    r.m[7] = cp * sl;
    r.m[8] = sp;
    return r;
}

__device__ Vector rotate(const Rotation *r, Vector v)
{
    Vector w;
    w.x = r->m[0] * v.x + r->m[1] * v.y + r->m[2] * v.z;
    w.y = r->m[3] * v.x + r->m[4] * v.y + r->m[5] * v.z;
    w.z = r->m[6] * v.x + r->m[7] * v.y + r->m[8] * v.z;
    return w;
}

struct Look {
    double azimuth, elevation, range;
};

__device__ Look look_at(Vector enu)
{
    Look l;
    double azimuth = atan2(enu.x, enu.y) / RADIANS;
    l.azimuth = azimuth < 0.0 ? azimuth + TURN : azimuth;
    l.elevation = atan2(enu.z, sqrt(enu.x * enu.x + enu.y * enu.y)) / RADIANS;
    l.range = norm(enu);
    return l;
}

__device__ void store(double *row, Vector position, Look l)
{
    row[0] = position.x;
    row[1] = position.y;
    row[2] = position.z;
    row[3] = l.azimuth;
    row[4] = l.elevation;
    row[5] = l.range;
}

__global__ void look_angles(const double *station, const double *satellite, double *out, int n)
{
    __shared__ Vector origin;
    __shared__ Rotation frame;
    if (threadIdx.x == 0) {
        Geodetic g = in_radians(station);
        origin = earth_centred(g);
        frame = local_frame(g);
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Geodetic g = in_radians(satellite + 3 * i);
    Vector position = earth_centred(g);
    Vector enu = rotate(&frame, minus(position, origin));
    Look l = look_at(enu);
    store(out + 6 * i, position, l);
}

// How many satellites stand above a mask of so many degrees: the launch after the other.
__global__ void visible(const double *out, int *count, double mask, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned up = __ballot_sync(0xffffffffu, i < n && out[6 * min(i, n - 1) + 4] > mask);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(count, __popc(up));
}
