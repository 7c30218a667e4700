// fpcheck: cfar <<<1, 16>>> iq=@a_cfar_sliding_iq.npy level=empty:16x160 hits=empty:16 cells=160 scale=6.0
// expect: error accuracy at line 60
// why: the sums of the training cells slide by adding the cell that enters and subtracting the one that leaves; once a target of power 1e9 has passed, the noise that stood beside it is lost for good (the drift of rolling sums known from data frames), and the threshold behind it is wrong by its own size
// figure: level[478] computed -7.15291309, exact 1.82130215
#include <cuda_runtime.h>

// Cell-averaging CFAR detection, one range line a thread.  A cell is a hit
// when its power exceeds scale times the mean of the training cells around
// it, guard cells next to it left out.

constexpr int TRAIN = 8;
constexpr int GUARD = 2;

struct Line {
    const float* iq;
    int cells;
};

__device__ float power_at(const Line& line, int cell)
{
    float i = line.iq[2 * cell];
    float q = line.iq[2 * cell + 1];
    return i * i + q * q;
}

__device__ bool inside(const Line& line, int cell)
{
    return cell >= 0 && cell < line.cells;
}

// One side's training window [first, first + TRAIN), with its sum and the
// number of cells that lie on the line.
struct Window {
    float sum;
    int count;
    int first;
};

__device__ Window open_window(const Line& line, int first)
{
    Window w = {0.0f, 0, first};
    for (int k = 0; k < TRAIN; ++k) {
        if (inside(line, first + k)) {
            w.sum += power_at(line, first + k);
            w.count += 1;
        }
    }
    return w;
}

__device__ void slide(const Line& line, Window& w)
{
    int leaves = w.first;
    int enters = w.first + TRAIN;
    if (inside(line, enters)) {
        w.sum += power_at(line, enters);
        w.count += 1;
    }
    if (inside(line, leaves)) {
        w.sum -= power_at(line, leaves);
        w.count -= 1;
    }
    w.first += 1;
}

__device__ float mean_of(const Window& a, const Window& b)
{
    int n = a.count + b.count;
    return n > 0 ? (a.sum + b.sum) / (float)n : 0.0f;
}

// Hits next to each other are one target: only the first counts.
struct Hits {
    int count;
    bool open;
};

__device__ void note(Hits& h, bool hit)
{
    if (hit && !h.open)
        h.count += 1;
    h.open = hit;
}

__global__ void cfar(const float* iq, float* level, int* hits, int cells, float scale)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    Line line = {iq + 2 * row * cells, cells};
    Window lag = open_window(line, -GUARD - TRAIN);
    Window lead = open_window(line, GUARD + 1);
    Hits h = {0, false};
    for (int c = 0; c < cells; ++c) {
        float threshold = scale * mean_of(lag, lead);
        level[row * cells + c] = threshold;
        note(h, power_at(line, c) > threshold);
        slide(line, lag);
        slide(line, lead);
    }
    hits[row] = h.count;
}
