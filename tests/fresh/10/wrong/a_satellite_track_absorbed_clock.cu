// fpcheck: track <<<2, 32>>> n=[0.00022803,0.0000575] e=[0.0151,0.25] a=[9376.0,23463.0] tilt=[0.019,0.4] node=[3.625,0.85] pericentre=[2.617,4.537] perigee_time=[761999360.0,761990016.0] x=empty:2x32 y=empty:2x32 z=empty:2x32 speed=empty:2x32 start=762000000.0 interval=16.0 steps=32
// expect: error absorbed loop steps at line 118
// why: sixteen seconds added to 7.6e8 s, where the ulp of a float is 64, change nothing: the satellite stands still
// figure: x[0][31]: computed 9180.64788, MPFR 9004.68711
// Tracks of satellites of a planet: Kepler's equation by Newton's method, then a rotation into
// the frame of the planet's equator. A block for each satellite, a thread for each time.
// Times are seconds since J2000; angles are radians, lengths are kilometres.

#define TWO_PI 6.283185307f
#define NEWTON_STEPS 8

struct Orbit {
    float motion;       // mean motion, radians a second
    float eccentricity;
    float axis;         // semi-major
    float tilt;
    float node;
    float pericentre;   // argument
    float pericentre_time;
};

struct Vector {
    float x, y, z;
};

// ---------------------------------------------------------------- angles

// An angle reduced to -pi .. pi.
__device__ float reduced(float angle)
{
    float turns = rintf(angle / TWO_PI);
    return fmaf(-TWO_PI, turns, angle);
}

// The square root of 1 - e^2, as a product of factors without a rounded square.
__device__ float axis_ratio(float e)
{
    return sqrtf((1.0f - e) * (1.0f + e));
}

__device__ Vector rotated_z(Vector v, float angle)
{
    float s, c;
    sincosf(angle, &s, &c);
    Vector r;
    r.x = c * v.x - s * v.y;
    r.y = s * v.x + c * v.y;
    r.z = v.z;
    return r;
}

__device__ Vector rotated_x(Vector v, float angle)
{
    float s, c;
    sincosf(angle, &s, &c);
    Vector r;
    r.x = v.x;
    r.y = c * v.y - s * v.z;
    r.z = s * v.y + c * v.z;
    return r;
}

// ---------------------------------------------------------------- Kepler's equation

// E - e sin E = M
__device__ float eccentric_anomaly(float mean, float e)
{
    float E = mean + e * sinf(mean);
    for (int k = 0; k < NEWTON_STEPS; k++) {
        float s, c;
        sincosf(E, &s, &c);
        E -= (E - e * s - mean) / (1.0f - e * c);
    }
    return E;
}

// The position in the plane of the orbit, x towards the pericentre.
__device__ Vector in_plane(const Orbit &o, float E)
{
    float s, c;
    sincosf(E, &s, &c);
    Vector v;
    v.x = o.axis * (c - o.eccentricity);
    v.y = o.axis * axis_ratio(o.eccentricity) * s;
    v.z = 0.0f;
    return v;
}

__device__ Vector to_equator(const Orbit &o, Vector v)
{
    v = rotated_z(v, o.pericentre);
    v = rotated_x(v, o.tilt);
    return rotated_z(v, o.node);
}

// Speed in the orbit by the energy: v^2 = n^2 a^2 (1 + e cos E) / (1 - e cos E).
__device__ float orbital_speed(const Orbit &o, float E)
{
    float ec = o.eccentricity * cosf(E);
    return o.motion * o.axis * sqrtf((1.0f + ec) / (1.0f - ec));
}

__device__ Vector position(const Orbit &o, float time, float *speed)
{
    float mean = reduced(o.motion * (time - o.pericentre_time));
    float E = eccentric_anomaly(mean, o.eccentricity);
    *speed = orbital_speed(o, E);
    return to_equator(o, in_plane(o, E));
}

// ---------------------------------------------------------------- clocks

// The time of a sample: the clock goes on by an interval for each.
__device__ float time_of_sample(float start, float interval, int sample)
{
    float t = start;
    for (int k = 0; k < sample; k++)
        t += interval;
    return t;
}

// ---------------------------------------------------------------- the kernel

struct Elements {
    const float *n, *e, *a, *tilt, *node, *pericentre, *perigee_time;
};

__device__ Orbit load_orbit(const Elements &from, int i)
{
    return {from.n[i], from.e[i], from.a[i], from.tilt[i], from.node[i], from.pericentre[i], from.perigee_time[i]};
}

// Elements: one a satellite. x, y, z, speed: satellites x steps
__global__ void track(const float *n, const float *e, const float *a, const float *tilt, const float *node,
                      const float *pericentre, const float *perigee_time, float *x, float *y, float *z,
                      float *speed, float start, float interval, int steps)
{
    int sample = threadIdx.x;
    if (sample >= steps)
        return;

    int satellite = blockIdx.x;
    Elements all = {n, e, a, tilt, node, pericentre, perigee_time};
    Orbit o = load_orbit(all, satellite);

    float t = time_of_sample(start, interval, sample);
    float rate;
    Vector v = position(o, t, &rate);

    int i = satellite * steps + sample;
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
    speed[i] = rate;
}
