// fpcheck: viterbi <<<5, 32>>> obs=@b_vit_obs.npy start=@b_vit_start.npy trans=@b_vit_trans.npy emit=@b_vit_emit.npy path=empty:5x40 score=empty:5 --ref 'path=@b_vit_path.npy' --ref 'score=@b_vit_score.npy' --tol rtol=1e-4
// expect: error mismatch at line 40
// why: the search for the best predecessor starts from FLT_MIN, the smallest positive number; log-probabilities are negative, so nothing ever beats it and every state comes from state 0 (QGIS pull request 2855, Athena++ issue 67)
// figure: path[0, 0] computed 0, exact 2
#include <cuda_runtime.h>
#include <cfloat>

constexpr int STATES = 8;
constexpr int SYMBOLS = 4;
constexpr int T = 40;

// Most probable states of a hidden Markov model, one sequence a warp; lanes 0 to 7 are the
// states, the others only take part in the shuffles.
struct Model {
    float trans[STATES][STATES];
    float emit[STATES][SYMBOLS];
    float start[STATES];
};

struct Best {
    float score;
    int from;
};

__device__ void load_model(Model& m, const float* start, const float* trans, const float* emit)
{
    for (int i = threadIdx.x; i < STATES * STATES; i += 32)
        m.trans[i / STATES][i % STATES] = logf(trans[i]);
    for (int i = threadIdx.x; i < STATES * SYMBOLS; i += 32)
        m.emit[i / SYMBOLS][i % SYMBOLS] = logf(emit[i]);
    if (threadIdx.x < STATES)
        m.start[threadIdx.x] = logf(start[threadIdx.x]);
    __syncwarp();
}

// the best way into state `to`, over all states at the step before
__device__ Best predecessor(const Model& m, float score, int to)
{
    Best best;
    best.score = FLT_MIN;
    best.from = 0;
    for (int s = 0; s < STATES; ++s) {
        float before = __shfl_sync(0xffffffffu, score, s);
        float candidate = before + m.trans[s][to];
        if (candidate > best.score) {
            best.score = candidate;
            best.from = s;
        }
    }
    return best;
}

// over the eight lanes of the states; equal scores give the lower state
__device__ Best argmax_lane(float score, int lane)
{
    Best b = {score, lane};
    for (int off = 4; off > 0; off >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, b.score, off);
        int from = __shfl_xor_sync(0xffffffffu, b.from, off);
        if (other > b.score || (other == b.score && from < b.from)) {
            b.score = other;
            b.from = from;
        }
    }
    return b;
}

__device__ void trace_back(const unsigned char back[T][STATES], int last, int* path)
{
    int s = last;
    for (int t = T - 1; t >= 0; --t) {
        path[t] = s;
        s = back[t][s];
    }
}

__global__ void viterbi(const int* obs, const float* start, const float* trans, const float* emit,
                        int* path, float* score)
{
    __shared__ Model m;
    __shared__ unsigned char back[T][STATES];
    load_model(m, start, trans, emit);
    int lane = threadIdx.x;
    int state = lane & (STATES - 1);
    const int* o = obs + blockIdx.x * T;
    float v = m.start[state] + m.emit[state][o[0]];
    if (lane < STATES)
        back[0][state] = 0;
    for (int t = 1; t < T; ++t) {
        Best b = predecessor(m, v, state);
        v = b.score + m.emit[state][o[t]];
        if (lane < STATES)
            back[t][state] = (unsigned char)b.from;
    }
    __syncwarp();
    Best last = argmax_lane(v, state);
    if (lane == 0) {
        score[blockIdx.x] = last.score;
        trace_back(back, last.from, path + blockIdx.x * T);
    }
}
