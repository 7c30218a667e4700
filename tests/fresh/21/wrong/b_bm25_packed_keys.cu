// fpcheck: rank_documents<<<1, 64>>> tf=[[2.0,0.0,0.0],[0.0,2.0,2.0],[5.0,4.0,6.0],[1.0,1.0,0.0],[2.0,2.0,0.0],[1.0,1.0,2.0],[1.0,1.0,1.0],[5.0,4.0,6.0],[2.0,0.0,0.0],[1.0,2.0,2.0],[2.0,0.0,0.0],[5.0,4.0,6.0],[0.0,2.0,1.0],[0.0,1.0,0.0],[5.0,4.0,6.0],[1.0,1.0,0.0]] length=[139.0,212.0,120.0,123.0,113.0,198.0,213.0,119.75,226.0,151.0,294.0,119.875,212.0,252.0,119.625,109.0] idf=[1.5,2.25,0.75] best=empty:4 docs=16 terms=3 average=120.0 want=[14,7,11,2] --ref 'best=want' --tol bitwise
// expect: error flip at line 29
// why: the key keeps 20 bits of the score to make room for the 12-bit document number, so scores that differ by less than 1 part in 2048 are ranked by document number
// figure: computed best = [14, 7, 2, 11], MPFR [14, 7, 11, 2] (scores [7.8477883, 7.8465193, 7.8452508, 7.8439826])
#include <cstdint>

constexpr int MAX_DOCS = 4096;
constexpr int TOP = 4;

struct Saturation
{
    float k1;
    float b;
};

__device__ float length_norm(Saturation s, float length, float average)
{
    return s.k1 * (1.0f - s.b + s.b * length / average);
}

__device__ float term_score(Saturation s, float idf, float tf, float norm)
{
    return idf * tf * (s.k1 + 1.0f) / (tf + norm);
}

// Scores are positive: their bits order as the numbers do.
__device__ uint32_t make_key(float score, int doc)
{
    uint32_t high = __float_as_uint(score) & 0xfffff000u;
    return high | (uint32_t)(MAX_DOCS - 1 - doc);
}

__device__ int doc_of(uint32_t key)
{
    return MAX_DOCS - 1 - (int)(key & 0xfffu);
}

__device__ uint32_t block_max(uint32_t key, uint32_t *partial)
{
    key = __reduce_max_sync(0xffffffffu, key);
    if ((threadIdx.x & 31) == 0)
        partial[threadIdx.x >> 5] = key;
    __syncthreads();
    uint32_t best = 0;
    for (int w = 0; w < blockDim.x / 32; ++w)
        best = max(best, partial[w]);
    __syncthreads();
    return best;
}

__global__ void rank_documents(const float *tf, const float *length, const float *idf, int *best, int docs, int terms, float average)
{
    __shared__ uint32_t partial[32];
    Saturation s = {1.2f, 0.75f};
    int doc = threadIdx.x;
    uint32_t key = 0;
    if (doc < docs)
    {
        float norm = length_norm(s, length[doc], average);
        float score = 0.0f;
        for (int t = 0; t < terms; ++t)
            score += term_score(s, idf[t], tf[doc * terms + t], norm);
        key = make_key(score, doc);
    }
    for (int place = 0; place < TOP; ++place)
    {
        uint32_t winner = block_max(key, partial);
        if (winner == key)
            key = 0;
        if (threadIdx.x == 0)
            best[place] = doc_of(winner);
    }
}

// Documents in which each term occurs.
__global__ void document_frequencies(const float *tf, int *frequency, int docs, int terms)
{
    int term = blockIdx.x;
    int count = 0;
    for (int doc = threadIdx.x; doc < docs; doc += 32)
        count += tf[doc * terms + term] > 0.0f;
    count = __reduce_add_sync(0xffffffffu, count);
    if (threadIdx.x == 0)
        frequency[term] = count;
}

// Inverse document frequencies, never negative.
__global__ void inverse_frequencies(const int *frequency, float *idf, int docs, int terms)
{
    int term = blockIdx.x * blockDim.x + threadIdx.x;
    if (term >= terms)
        return;
    float with = frequency[term];
    float without = docs - frequency[term];
    idf[term] = log1pf((without + 0.5f) / (with + 0.5f));
}

// The mean length of the documents; one warp.
__global__ void mean_length(const int *length, float *average, int docs)
{
    long long sum = 0;
    for (int doc = threadIdx.x; doc < docs; doc += 32)
        sum += length[doc];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        average[0] = (float)sum / (float)docs;
}

// Marks the documents that contain all terms of the query.
__global__ void contains_all(const float *tf, unsigned char *all, int docs, int terms)
{
    int doc = blockIdx.x * blockDim.x + threadIdx.x;
    if (doc >= docs)
        return;
    bool every = true;
    for (int t = 0; t < terms; ++t)
        every = every && tf[doc * terms + t] > 0.0f;
    all[doc] = every;
}

// The gain of a list of documents by judged relevance.
__global__ void precision_at(const int *best, const unsigned char *relevant, float *precision)
{
    int place = threadIdx.x;
    bool good = place < TOP && relevant[best[place]] != 0;
    unsigned votes = __ballot_sync(0xffffffffu, good);
    if (place == 0)
        precision[0] = (float)__popc(votes) / (float)TOP;
}

// Lengths of the documents from their counts of all words.
__global__ void sum_lengths(const int *counts, int *length, int docs, int words)
{
    int doc = blockIdx.x * blockDim.x + threadIdx.x;
    if (doc >= docs)
        return;
    int sum = 0;
    for (int w = 0; w < words; ++w)
        sum += counts[doc * words + w];
    length[doc] = sum;
}
// Scores of two fields of a document, weighted:
// the title counts for more than the body.
__global__ void combine_fields(const float *title, const float *body, float *score, int docs, float weight)
{
    int doc = blockIdx.x * blockDim.x + threadIdx.x;
    if (doc < docs)
        score[doc] = fmaf(weight, title[doc], body[doc]);
}
