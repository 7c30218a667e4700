// fpcheck: ephemeris<<<1, 32>>> elements=[1.0000009536743164,0.016708599403500557,0.0,0.0,1.7966015338897705,0.33329999446868896,0.7233297824859619,0.006776699796319008,0.05924630165100098,1.3381999731063843,0.9578999876976013,0.14020000398159027,0.3870983123779297,0.20563070476055145,0.12225449830293655,0.8432999849319458,0.5082399845123291,0.4855499863624573,2.765348434448242,0.07600899785757065,0.18492400646209717,1.4020099639892578,1.285230040550232,0.2151300013065338,17.8341007232666,0.550000011920929,2.831899881362915,1.019700050354004,1.9430999755859375,0.10670000314712524] place=empty:15 years=12.345678329467773 bodies=5 want=[0.9760154432134914,-0.24965171910887735,0.0,-0.6403494577070143,-0.3321529991991487,0.032418578285361,0.3220720314465254,-0.24034614675106672,-0.049192044597503176,-0.9660425233595553,2.402180063258683,0.2536263989951337,-20.839706675853332,7.661005283040412,-6.9648362889478195] ref=place=want --tol rtol=0,atol=2e-4
// expect: ok
// why: dozens of revolutions in one float and E - e sin E - M near the root: the revolutions are reduced in cycles with the exact product, and Newton's last step is at the rounding of E
// figure: MPFR place[0] = 0.976015443; error about 1e-5 au (the mean motion in binary32 over 50 revolutions) against 2e-4 allowed
// Heliocentric places of small bodies from osculating elements, two-body motion. One thread a body.
// Units: astronomical units and years; elements are a, e, i, node, argument (radians) and the mean anomaly at the
// epoch in revolutions.

const float TWO_PI = 6.28318531f;
const int STEPS = 12; // of Newton at most

struct Elements {
    float a, e, i, node, argument, revolutions;
};

struct Plane {
    float x, y; // in the plane of the orbit, x towards perihelion
};

struct Vec {
    float x, y, z;
};

struct Angle {
    float s, c;
};

// ---------------------------------------------------------------- input and output

__device__ Elements load(const float *elements, int body)
{
    const float *p = elements + 6 * body;
    Elements e;
    e.a = p[0];
    e.e = p[1];
    e.i = p[2];
    e.node = p[3];
    e.argument = p[4];
    e.revolutions = p[5];
    return e;
}

__device__ void store(float *place, int body, Vec v)
{
    place[3 * body] = v.x;
    place[3 * body + 1] = v.y;
    place[3 * body + 2] = v.z;
}

__device__ Angle angle(float radians)
{
    Angle a;
    a.s = sinf(radians);
    a.c = cosf(radians);
    return a;
}

// ---------------------------------------------------------------- the mean anomaly

// Revolutions a year, by Kepler's third law.
__device__ float mean_motion(float a)
{
    return 1.0f / (a * sqrtf(a));
}

// The part of a product that is left when whole numbers are taken off: between -1/2 and 1/2. The product is split
// exactly, so that the number of revolutions does not cost digits.
__device__ float fraction_of_product(float n, float t)
{
    float p = __fmul_rn(n, t);
    float rest = fmaf(n, t, -p);
    return (p - rintf(p)) + rest;
}

__device__ float wrap(float revolutions)
{
    return revolutions - rintf(revolutions);
}

__device__ float mean_anomaly(Elements e, float years)
{
    float moved = fraction_of_product(mean_motion(e.a), years);
    return TWO_PI * wrap(e.revolutions + moved);
}

// ---------------------------------------------------------------- Kepler's equation

// Starts beyond the root on the side of the aphelion, where Newton's steps do not overshoot for e below 0.6.
__device__ float start(float m, float e)
{
    return m + e * sinf(m) * (1.0f + e * cosf(m));
}

__device__ float residual(float anomaly, float e, float m)
{
    return (anomaly - m) - e * sinf(anomaly);
}

__device__ float slope(float anomaly, float e)
{
    return 1.0f - e * cosf(anomaly);
}

__device__ float eccentric_anomaly(float m, float e)
{
    float anomaly = start(m, e);
    for (int k = 0; k < STEPS; k++) {
        float step = residual(anomaly, e, m) / slope(anomaly, e);
        anomaly -= step;
        if (fabsf(step) < 1e-6f)
            break;
    }
    return anomaly;
}

// ---------------------------------------------------------------- places

// 1 - e^2 in factors, which loses nothing where e is near 1.
__device__ float minor_over_major(float e)
{
    return sqrtf((1.0f - e) * (1.0f + e));
}

__device__ Plane in_plane(Elements e, float anomaly)
{
    Angle a = angle(anomaly);
    Plane p;
    p.x = e.a * (a.c - e.e);
    p.y = e.a * minor_over_major(e.e) * a.s;
    return p;
}

// Rotation about the axis z.
__device__ Vec turn_z(Vec v, Angle a)
{
    Vec r;
    r.x = a.c * v.x - a.s * v.y;
    r.y = a.s * v.x + a.c * v.y;
    r.z = v.z;
    return r;
}

// Rotation about the axis x.
__device__ Vec turn_x(Vec v, Angle a)
{
    Vec r;
    r.x = v.x;
    r.y = a.c * v.y - a.s * v.z;
    r.z = a.s * v.y + a.c * v.z;
    return r;
}

__device__ Vec to_ecliptic(Plane p, Elements e)
{
    Vec v;
    v.x = p.x;
    v.y = p.y;
    v.z = 0.0f;
    v = turn_z(v, angle(e.argument));
    v = turn_x(v, angle(e.i));
    return turn_z(v, angle(e.node));
}

// ---------------------------------------------------------------- checks

__device__ bool ellipse(Elements e)
{
    return e.a > 0.0f && e.e >= 0.0f && e.e < 1.0f;
}

__device__ Vec nowhere()
{
    Vec v;
    v.x = 0.0f;
    v.y = 0.0f;
    v.z = 0.0f;
    return v;
}

__device__ Vec locate(Elements e, float years)
{
    if (!ellipse(e))
        return nowhere();
    float m = mean_anomaly(e, years);
    return to_ecliptic(in_plane(e, eccentric_anomaly(m, e.e)), e);
}

// ---------------------------------------------------------------- the kernel
//
//   M = 2 pi (M0 + n t),  n = a^(-3/2)
//   E - e sin E = M
//   r = Rz(node) Rx(i) Rz(argument) (a (cos E - e), b sin E, 0)

__global__ void ephemeris(const float *elements, float *place, float years, int bodies)
{
    int body = blockIdx.x * blockDim.x + threadIdx.x;
    if (body >= bodies)
        return;
    store(place, body, locate(load(elements, body), years));
}
