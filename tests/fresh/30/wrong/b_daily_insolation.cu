// fpcheck: daily_insolation <<<1, 32>>> latitude=[52.5,0.0,-33.9,68.0] longitude=[13.4,-78.5,18.4,23.0] energy=empty:4 jd0=2460450.5 gmst0=16.0 steps=24 sites=4 want=[38.9464,34.1642,18.40199,36.96669] ref=energy=want --tol rtol=1e-2,atol=0.05
// expect: error loop step absorbed at line 43
// why: a Julian date in binary32 has an ulp of a quarter of a day: adding 1/24 is absorbed each time, the sun stands still at midnight UT
// figure: energy[0]: computed 0, MPFR 38.9464
// Energy of the sun on a horizontal plane above the atmosphere over one day, for several sites.
#include <cuda_runtime.h>

#define DEGREE 0.017453292519943295f
#define SOLAR_CONSTANT 1361.0f

// ------------------------------------------------------------ angles

__device__ inline float radians(float degrees)
{
    return degrees * DEGREE;
}

// Into [0, 360).
__device__ inline float wrapped(float degrees)
{
    return degrees - 360.0f * floorf(degrees / 360.0f);
}

// ------------------------------------------------------------ time

struct Clock {
    float jd;  // Julian date
    float jd0; // that of the last midnight
    float gmst0; // sidereal time of Greenwich then, hours
};

__device__ inline Clock midnight(float jd0, float gmst0)
{
    Clock c;
    c.jd = jd0;
    c.jd0 = jd0;
    c.gmst0 = gmst0;
    return c;
}

__device__ inline void advance(Clock &c, float days)
{
    c.jd += days;
}

__device__ inline float days_since_2000(const Clock &c)
{
    return c.jd - 2451545.0f;
}

__device__ inline float hours_of_day(const Clock &c)
{
    return 24.0f * (c.jd - c.jd0);
}

// Sidereal time at Greenwich in degrees.
__device__ inline float sidereal(const Clock &c)
{
    float hours = c.gmst0 + 1.00273791f * hours_of_day(c);
    return wrapped(15.0f * hours);
}

// ------------------------------------------------------------ the sun (low-precision formulae, 0.01 degrees)

struct Sun {
    float right_ascension; // degrees
    float declination;     // radians
    float distance;        // astronomical units
};

__device__ inline float mean_anomaly(float d)
{
    return radians(wrapped(357.529f + 0.98560028f * d));
}

__device__ inline float mean_longitude(float d)
{
    return wrapped(280.459f + 0.98564736f * d);
}

__device__ inline float ecliptic_longitude(float d)
{
    float g = mean_anomaly(d);
    return radians(mean_longitude(d) + 1.915f * sinf(g) + 0.020f * sinf(2.0f * g));
}

__device__ inline float obliquity(float d)
{
    return radians(23.439f - 0.00000036f * d);
}

__device__ inline float sun_distance(float d)
{
    float g = mean_anomaly(d);
    return 1.00014f - 0.01671f * cosf(g) - 0.00014f * cosf(2.0f * g);
}

__device__ Sun sun_at(const Clock &c)
{
    float d = days_since_2000(c);
    float l = ecliptic_longitude(d);
    float e = obliquity(d);
    Sun s;
    s.right_ascension = atan2f(cosf(e) * sinf(l), cosf(l)) / DEGREE;
    s.declination = asinf(sinf(e) * sinf(l));
    s.distance = sun_distance(d);
    return s;
}

// ------------------------------------------------------------ the site

struct Site {
    float latitude;  // radians
    float longitude; // degrees, east
};

__device__ inline Site site_at(const float *latitude, const float *longitude, int i)
{
    Site s;
    s.latitude = radians(latitude[i]);
    s.longitude = longitude[i];
    return s;
}

// Sine of the sun's height over the horizon.
__device__ float sine_of_height(const Site &site, const Sun &sun, const Clock &c)
{
    float hour_angle = radians(wrapped(sidereal(c) + site.longitude - sun.right_ascension));
    return sinf(site.latitude) * sinf(sun.declination) + cosf(site.latitude) * cosf(sun.declination) * cosf(hour_angle);
}

// W/m^2, none by night.
__device__ float irradiance(const Site &site, const Clock &c)
{
    Sun sun = sun_at(c);
    float height = sine_of_height(site, sun, c);
    if (height <= 0.0f)
        return 0.0f;
    return SOLAR_CONSTANT / (sun.distance * sun.distance) * height;
}

// ------------------------------------------------------------ the kernel: MJ/m^2 over one day

__global__ void daily_insolation(const float *latitude, const float *longitude, float *energy, float jd0, float gmst0,
                                 int steps, int sites)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sites)
        return;
    Site site = site_at(latitude, longitude, i);
    Clock clock = midnight(jd0, gmst0);
    float step = 1.0f / steps;
    float sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        sum += irradiance(site, clock);
        advance(clock, step);
    }
    energy[i] = sum * (86400.0f / steps) * 1e-6f;
}
