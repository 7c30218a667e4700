// fpcheck: yee_line <<<2, 32>>> slab=[1.0,4.0] field=empty:2x65 stored=empty:2 courant=0.5 amplitude=3.0 steps=60 want=[24.235488729446526,17.16401246429437] --ref stored=want --tol rtol=1e-4,atol=0
// expect: ok
// why: the boundary reads neighbours while the magnetic field changes, and thread 0 writes ends and source together: no two threads meet in a node between barriers
// figure: right stored[1] = 17.164012 (binary64); 60 steps of half an ulp of fields of 3: relative error about 1e-6, tolerance 1e-4
// A pulse on a line in one dimension by Yee's scheme: one block a line, fields in shared memory, Mur's absorbing ends.
// Magnetic fields are those of the impedance of free space times H, so that both fields are of the same size.
#include <cuda_runtime.h>

#define CELLS 64

struct Line {
    float courant;   // c dt / dx
    float amplitude; // of the source
    float delay;     // steps
    float width;     // steps
    int source;      // cell
};

struct Fields {
    float *e; // CELLS + 1 nodes
    float *h; // CELLS midpoints
};

// ---------------------------------------------------------------- materials

// Relative permittivity: a slab in the right part of the line.
__device__ float permittivity(int node, float slab)
{
    return node >= 40 && node < 52 ? slab : 1.0f;
}

// Coefficient of the curl in the update of the electric field.
__device__ float electric_coefficient(const Line &line, int node, float slab)
{
    return line.courant / permittivity(node, slab);
}

__device__ float magnetic_coefficient(const Line &line)
{
    return line.courant;
}

// ---------------------------------------------------------------- the source

__device__ float pulse(const Line &line, int step)
{
    float t = ((float)step - line.delay) / line.width;
    return line.amplitude * expf(-t * t);
}

// ---------------------------------------------------------------- start

__device__ void clear(Fields f, int thread, int threads)
{
    for (int k = thread; k <= CELLS; k += threads)
        f.e[k] = 0.0f;
    for (int k = thread; k < CELLS; k += threads)
        f.h[k] = 0.0f;
}

// ---------------------------------------------------------------- updates

__device__ void update_magnetic(const Line &line, Fields f, int thread, int threads)
{
    float c = magnetic_coefficient(line);
    for (int k = thread; k < CELLS; k += threads)
        f.h[k] += c * (f.e[k + 1] - f.e[k]);
}

// The inner nodes; the ends are those of the boundary condition.
__device__ void update_electric(const Line &line, Fields f, float slab, int thread, int threads)
{
    for (int k = thread + 1; k < CELLS; k += threads)
        f.e[k] += electric_coefficient(line, k, slab) * (f.h[k] - f.h[k - 1]);
}

// ---------------------------------------------------------------- boundaries
//
// Mur's condition of first order: what was one node inside moves to the end,
//
//     E(0) = E'(1) + (s - 1) / (s + 1) (E(1) - E'(0)),
//
// with the fields of the step before primed.

struct Boundary {
    float outer, inner; // of the step before
};

__device__ float mur_factor(const Line &line)
{
    return (line.courant - 1.0f) / (line.courant + 1.0f);
}

__device__ Boundary remember(float outer, float inner)
{
    Boundary b;
    b.outer = outer;
    b.inner = inner;
    return b;
}

__device__ float absorb(const Line &line, Boundary before, float inner_now)
{
    return before.inner + mur_factor(line) * (inner_now - before.outer);
}

// ---------------------------------------------------------------- probes

__device__ float energy(Fields f)
{
    float sum = 0.0f;
    for (int k = 0; k < CELLS; k++)
        sum += 0.5f * (f.e[k] * f.e[k] + f.h[k] * f.h[k]);
    return sum;
}

__device__ Line line_of(float courant, float amplitude)
{
    Line line;
    line.courant = courant;
    line.amplitude = amplitude;
    line.delay = 12.0f;
    line.width = 4.0f;
    line.source = 20;
    return line;
}

// ---------------------------------------------------------------- the kernel

__global__ void yee_line(const float *slab, float *field, float *stored, float courant, float amplitude, int steps)
{
    __shared__ float e[CELLS + 1];
    __shared__ float h[CELLS];

    Line line = line_of(courant, amplitude);
    Fields f;
    f.e = e;
    f.h = h;
    int thread = threadIdx.x, threads = blockDim.x;
    float eps = slab[blockIdx.x];

    clear(f, thread, threads);
    __syncthreads();

    for (int step = 0; step < steps; step++) {
        update_magnetic(line, f, thread, threads);
        Boundary left = remember(e[0], e[1]);
        Boundary right = remember(e[CELLS], e[CELLS - 1]);
        __syncthreads();

        update_electric(line, f, eps, thread, threads);
        __syncthreads();

        // the ends and the source touch different nodes
        if (thread == 0) {
            e[0] = absorb(line, left, e[1]);
            e[CELLS] = absorb(line, right, e[CELLS - 1]);
            e[line.source] += pulse(line, step);
        }
        __syncthreads();
    }

    for (int k = thread; k <= CELLS; k += threads)
        field[blockIdx.x * (CELLS + 1) + k] = e[k];
    if (thread == 0)
        stored[blockIdx.x] = energy(f);
}
