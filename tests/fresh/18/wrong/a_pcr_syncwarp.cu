// fpcheck: head_step <<<1, 64>>> lower=[0.0,-0.58,-0.507,-0.83,-0.832,-0.996,-0.623,-0.573,-0.689,-0.97,-0.618,-0.94,-0.819,-0.884,-0.558,-0.902,-0.7,-0.871,-0.524,-0.648,-0.783,-0.636,-0.769,-0.553,-0.628,-0.817,-0.664,-0.989,-0.683,-0.653,-0.701,-0.819,-0.658,-0.989,-0.6,-0.793,-0.936,-0.635,-0.617,-0.756,-0.925,-0.925,-0.928,-0.856,-0.539,-0.96,-0.579,-0.507,-0.753,-0.509,-0.522,-0.596,-0.991,-0.638,-0.926,-0.971,-0.611,-0.552,-0.608,-0.82,-0.845,-0.662,-0.89,-0.536] upper=[-0.512,-0.682,-0.83,-0.923,-0.974,-0.954,-0.985,-0.806,-0.717,-0.526,-0.784,-0.958,-0.894,-0.735,-0.821,-0.885,-0.997,-0.859,-0.795,-0.98,-0.984,-0.5,-0.982,-0.646,-0.501,-0.649,-0.564,-0.502,-0.902,-0.686,-0.557,-0.861,-0.6,-0.673,-0.703,-0.661,-0.867,-0.596,-0.906,-0.729,-0.715,-0.665,-0.959,-0.621,-0.708,-0.631,-0.561,-0.511,-0.841,-0.907,-0.659,-0.72,-0.908,-0.527,-0.637,-0.868,-0.624,-0.625,-0.765,-0.636,-0.578,-0.526,-0.992,0.0] storage=[0.905,0.621,0.558,0.76,0.769,0.968,0.692,0.566,0.923,0.574,0.622,0.61,0.935,0.982,0.691,0.816,0.852,0.727,0.904,0.658,0.867,0.582,0.571,0.578,0.589,0.981,0.623,0.827,0.507,0.935,0.873,0.833,0.994,0.516,0.881,0.56,0.971,0.504,0.657,0.775,0.736,0.899,0.534,0.944,0.509,0.977,0.893,0.508,0.528,0.559,0.546,0.583,0.608,0.762,0.747,0.625,0.993,0.797,0.756,0.915,0.809,0.937,0.915,0.679] head=[2.751,2.244,1.043,1.665,2.371,2.397,2.402,2.545,2.453,2.814,1.513,2.813,2.778,2.622,1.458,2.205,2.719,2.697,1.428,1.082,2.098,1.163,2.045,1.239,1.249,2.756,2.242,1.125,2.072,1.585,1.902,2.509,2.79,1.052,1.022,2.836,1.277,2.661,2.268,2.164,2.267,1.813,2.686,2.919,1.56,1.482,1.851,1.743,2.104,2.878,1.647,2.863,1.551,1.743,2.499,2.357,2.809,2.231,1.593,2.613,1.502,1.042,1.661,2.936] next=empty:64 n=64 want=[2.5278279728416284,2.133354138844525,1.6971285111764969,1.8704265041813797,2.1954118873240374,2.3343857583431857,2.41594479096168,2.477326626305346,2.473441540471056,2.49602264741132,2.190670447948482,2.4876135002315496,2.5717896178407313,2.4332364001097635,2.0143971182403724,2.1980245372982963,2.3787477241347155,2.214867283489058,1.6406526731703406,1.5039854909195214,1.6969508995628955,1.4971361763454492,1.6319063925378499,1.4972442839491815,1.6130292286924361,2.1861354032833895,2.0462132351892572,1.6652140582974657,1.8045543912945792,1.7597367714217538,1.955236687501448,2.2847180435232746,2.381138843976839,1.809533745990978,1.5503508460172493,1.991271721337259,1.8045885597840043,2.1939231815391835,2.2137566610188,2.1879282470284793,2.18658131110368,2.102058173165282,2.3752603049276,2.4666018303822472,1.904805617369021,1.725000455889347,1.8276922183490707,1.8965776462606438,2.11759985799371,2.32403315464228,2.098462110684418,2.2938342720722784,1.994692948353975,1.9653055623122957,2.251164509447743,2.376081654427724,2.5295615137472365,2.2351605108324084,1.9804511030279301,2.160908192666597,1.7431579823357621,1.4699709494881543,1.8885239768401827,2.4739036434940496] ref=next=want --tol rtol=1e-5,atol=0
// expect: error race at line 139
// why: between reading the neighbours and replacing the equation there is __syncwarp only: threads of the other warp still read the old one
// figure: computed: depends on the order of the warps, MPFR next[31] = 2.284718
// Implicit step of the groundwater head along a line of wells: a tridiagonal system by parallel cyclic reduction.

#define MAX_WELLS 128

struct Equation {
    float lower; // of the well before
    float diagonal;
    float upper; // of the well behind
    float right;
};

// Structure of arrays, so that neighbouring threads do not share a bank.
struct System {
    float lower[MAX_WELLS];
    float diagonal[MAX_WELLS];
    float upper[MAX_WELLS];
    float right[MAX_WELLS];
};

// ---------------------------------------------------------------- access

__device__ void put(System &s, int i, Equation e)
{
    s.lower[i] = e.lower;
    s.diagonal[i] = e.diagonal;
    s.upper[i] = e.upper;
    s.right[i] = e.right;
}

// Beyond both ends stands the equation x = 0, which couples with nothing.
__device__ Equation nothing()
{
    Equation e;
    e.lower = 0.0f;
    e.diagonal = 1.0f;
    e.upper = 0.0f;
    e.right = 0.0f;
    return e;
}

__device__ Equation get(const System &s, int i, int n)
{
    if (i < 0 || i >= n)
        return nothing();
    Equation e;
    e.lower = s.lower[i];
    e.diagonal = s.diagonal[i];
    e.upper = s.upper[i];
    e.right = s.right[i];
    return e;
}

// ---------------------------------------------------------------- physics

// Storage over the step on the diagonal, flow to both neighbours beside it: strictly diagonally dominant.
__device__ Equation balance(float lower, float upper, float storage, float head)
{
    Equation e;
    e.lower = lower;
    e.upper = upper;
    e.diagonal = storage - lower - upper;
    e.right = storage * head;
    return e;
}

// ---------------------------------------------------------------- reduction

// Adds multiples of the two neighbours such that their own unknowns vanish.
__device__ Equation eliminate(Equation e, Equation before, Equation behind)
{
    float a = -e.lower / before.diagonal;
    float c = -e.upper / behind.diagonal;
    Equation r;
    r.lower = a * before.lower;
    r.upper = c * behind.upper;
    r.diagonal = e.diagonal + a * before.upper + c * behind.lower;
    r.right = e.right + a * before.right + c * behind.right;
    return r;
}

// One level for every equation of the block: `reach` is the distance of the neighbours.
__device__ Equation level(const System &s, Equation mine, int i, int reach, int n)
{
    Equation before = get(s, i - reach, n);
    Equation behind = get(s, i + reach, n);
    return eliminate(mine, before, behind);
}

// ---------------------------------------------------------------- quality

// How far the diagonal outweighs its neighbours: above zero at every level, if it was so at the first.
__device__ float dominance(Equation e)
{
    return fabsf(e.diagonal) - fabsf(e.lower) - fabsf(e.upper);
}

__device__ bool solvable(Equation e)
{
    return dominance(e) > 0.0f;
}

// ---------------------------------------------------------------- solution

__device__ float solve(Equation e)
{
    return e.right / e.diagonal;
}

// ---------------------------------------------------------------- the kernel
//
// After the first level an equation couples with wells at a distance of two, then of four, and so on: six levels
// for 64 wells. An equation is kept in registers by its thread; what the others read of it lies in shared memory,
// and may be replaced only after all have read it, and read only after all have replaced it. That takes two
// barriers a level.
//
//     level 0: i - 1, i, i + 1
//     level 1: i - 2, i, i + 2
//     level 2: i - 4, i, i + 4
//     ...

__global__ void head_step(const float *lower, const float *upper, const float *storage, const float *head, float *next,
                          int n)
{
    __shared__ System s;
    int i = threadIdx.x;

    Equation mine = nothing();
    if (i < n)
        mine = balance(lower[i], upper[i], storage[i], head[i]);
    put(s, i, mine);
    __syncthreads();

    for (int reach = 1; reach < n; reach *= 2) {
        mine = level(s, mine, i, reach, n);
        __syncwarp();
        put(s, i, mine);
        __syncthreads();
    }

    if (i < n)
        next[i] = solvable(mine) ? solve(mine) : head[i];
}
