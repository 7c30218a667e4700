// fpcheck: document_frequency <<<1, 64>>> term=[1,4,8,11,14,16,0,2,6,8,10,11,14,17,19,2,3,4,6,10,11,12,14,17,0,1,2,3,4,7,8,11,13,2,8,9,10,11,16] frequency=inout:zeros:20 entries=39
// fpcheck+ cosine <<<1, 32>>> start=[0,6,15,24,33,39] count=[5,5,4,3,4,2,4,3,3,2,4,1,4,5,1,5,4,2,3,1,4,2,1,1,1,3,1,2,2,3,2,1,2,5,3,2,1,1,2] query_term=[3,6,7,9,11,13,17] query_count=[2,2,1,1,1,2,2] similarity=empty:5 rank=empty:5 query_size=7 documents=5 want=[0.03799107813566181,0.3736556031414932,0.5079334088567651,0.5501684870463355,0.19610421658836494] ref=similarity=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: integers become floats in a quotient inside a logarithm (no integer division), a merge of sorted lists runs to the end of the shorter one, and ranks come from all similarities after a barrier
// figure: error about 3e-7 of 1e-5
// Ranking of a few documents for a query by the cosine of their tf-idf vectors. Documents are sparse: sorted term numbers and
// counts between start[d] and start[d + 1].

#define MAX_DOCUMENTS 32

// ------------------------------------------------------------------ sparse vectors

struct Sparse {
    const int *term;
    const int *count;
    int size;
};

__device__ Sparse sparse(const int *term, const int *count, int size)
{
    Sparse s;
    s.term = term;
    s.count = count;
    s.size = size;
    return s;
}

__device__ Sparse document(const int *start, const int *term, const int *count, int d)
{
    int from = start[d];
    return sparse(term + from, count + from, start[d + 1] - from);
}

// ------------------------------------------------------------------ weights

struct Corpus {
    const int *frequency;
    int documents;
};

__device__ Corpus corpus(const int *frequency, int documents)
{
    Corpus c;
    c.frequency = frequency;
    c.documents = documents;
    return c;
}

// Smoothed, and never zero.
__device__ float inverse_frequency(Corpus c, int term)
{
    float all = (float)(1 + c.documents);
    float with_term = (float)(1 + c.frequency[term]);
    return logf(all / with_term) + 1.0f;
}

__device__ float term_weight(int count)
{
    return 1.0f + logf((float)count);
}

__device__ float weight(Corpus c, Sparse s, int i)
{
    return term_weight(s.count[i]) * inverse_frequency(c, s.term[i]);
}

// ------------------------------------------------------------------ products

__device__ float norm(Corpus c, Sparse s)
{
    float sum = 0.0f;
    for (int i = 0; i < s.size; i++) {
        float w = weight(c, s, i);
        sum += w * w;
    }
    return sqrtf(sum);
}

// Both lists are sorted by term.
__device__ float product(Corpus c, Sparse a, Sparse b)
{
    float sum = 0.0f;
    int i = 0;
    int j = 0;
    while (i < a.size && j < b.size) {
        if (a.term[i] < b.term[j]) {
            i++;
        } else if (a.term[i] > b.term[j]) {
            j++;
        } else {
            sum += weight(c, a, i) * weight(c, b, j);
            i++;
            j++;
        }
    }
    return sum;
}

// An empty document is like nothing.
__device__ float cosine_of(Corpus c, Sparse a, Sparse b)
{
    float n = norm(c, a) * norm(c, b);
    return n > 0.0f ? product(c, a, b) / n : 0.0f;
}

// ------------------------------------------------------------------ ranks

// Of equal ones the first comes first.
__device__ bool comes_before(float a, int i, float b, int j)
{
    if (a > b)
        return true;
    return a == b && i < j;
}

// Number of documents that come before d.
__device__ int rank_of(const float *similarity, int documents, int d)
{
    int before = 0;
    for (int k = 0; k < documents; k++) {
        if (comes_before(similarity[k], k, similarity[d], d))
            before++;
    }
    return before;
}

// ------------------------------------------------------------------ the kernels

// In how many documents each term is: an entry is one document's.
__global__ void document_frequency(const int *term, int *frequency, int entries)
{
    for (int i = threadIdx.x; i < entries; i += blockDim.x)
        atomicAdd(&frequency[term[i]], 1);
}

__global__ void cosine(const int *start, const int *term, const int *count, const int *frequency, const int *query_term,
                       const int *query_count, float *similarity, int *rank, int query_size, int documents)
{
    __shared__ float all[MAX_DOCUMENTS];
    int d = threadIdx.x;
    Corpus c = corpus(frequency, documents);
    Sparse query = sparse(query_term, query_count, query_size);

    if (d < documents)
        all[d] = cosine_of(c, query, document(start, term, count, d));
    __syncthreads();

    if (d < documents) {
        similarity[d] = all[d];
        rank[d] = rank_of(all, documents, d);
    }
}
