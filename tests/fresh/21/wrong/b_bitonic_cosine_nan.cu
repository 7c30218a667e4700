// fpcheck: sort_similarities<<<1, 32>>> document=[[4.0,3.0,3.0,4.0],[1.0,1.0,1.0,0.0],[2.0,2.0,4.0,0.0],[4.0,3.0,2.0,1.0],[3.0,2.0,1.0,4.0],[1.0,3.0,0.0,4.0],[0.0,2.0,2.0,4.0],[4.0,0.0,4.0,4.0],[1.0,1.0,2.0,1.0],[1.0,2.0,3.0,4.0],[4.0,1.0,1.0,4.0],[0.0,0.0,0.0,0.0],[2.0,3.0,4.0,3.0],[3.0,1.0,4.0,2.0],[2.0,1.0,0.0,4.0],[0.0,1.0,0.0,3.0],[3.0,0.0,1.0,1.0],[3.0,1.0,3.0,0.0],[0.0,1.0,0.0,1.0],[3.0,0.0,3.0,1.0],[0.0,2.0,0.0,2.0],[4.0,4.0,1.0,0.0],[3.0,3.0,3.0,1.0],[2.0,0.0,4.0,3.0],[4.0,2.0,0.0,4.0],[4.0,3.0,0.0,4.0],[2.0,2.0,3.0,1.0],[2.0,4.0,0.0,2.0],[2.0,4.0,2.0,4.0],[4.0,1.0,0.0,3.0],[3.0,4.0,0.0,4.0],[2.0,2.0,1.0,1.0]] query=[1.0,2.0,0.5,3.0] sorted=empty:32 dims=4
// expect: error nan at line 26
// why: an empty document has norm 0 and 0/0 is NaN; no comparison with it holds, so the network leaves values out of order around it
// figure: computed sorted[0] = 0.395029 (NaNs in the list: 1), MPFR 0 with similarity 0 for the empty document
// Cosine similarities of 32 documents to a query, sorted ascending inside a warp.
__device__ float exchange(float mine, int lane, int distance, bool ascending)
{
    float other = __shfl_xor_sync(0xffffffffu, mine, distance);
    bool keep_small = ((lane & distance) == 0) == ascending;
    if (keep_small)
        return other < mine ? other : mine;
    return other > mine ? other : mine;
}

__global__ void sort_similarities(const float *document, const float *query, float *sorted, int dims)
{
    int lane = threadIdx.x;
    float dot = 0.0f, dd = 0.0f, qq = 0.0f;
    for (int k = 0; k < dims; ++k)
    {
        float d = document[lane * dims + k];
        dot = fmaf(d, query[k], dot);
        dd = fmaf(d, d, dd);
        qq = fmaf(query[k], query[k], qq);
    }
    float similarity = dot / sqrtf(dd * qq);
    for (int size = 2; size <= 32; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            similarity = exchange(similarity, lane, distance, (lane & size) == 0);
    sorted[lane] = similarity;
}
