// fpcheck: percentiles <<<1, 4>>> sorted=[-1.94260204,-1.92861485,-1.78231788,-1.61146247,-1.32898414,-1.2873956,-1.24442196,-1.2302525,-0.898136258,-0.872706592,-0.789036512,-0.744874716,-0.691286981,-0.574859321,-0.509056687,-0.433991432,-0.400779963,-0.379866749,-0.308711618,-0.272775143,-0.165204078,-0.114308067,-0.0916637555,-0.0313546285,-0.0034080199,0.0232574493,0.0387872607,0.137814134,0.152241766,0.160807163,0.173659921,0.252571851,0.399962991,0.408855915,0.54564327,0.615170062,0.641566992,0.812639832,0.861293554,0.880732358,1.05781865,1.20970702,1.41262448,1.43870759,1.45471072,1.48695111,1.52291012,1.57942641,1.58901453,2.3012917] percent=[10,50,30,90] out=empty:4 n=50 m=4 want=[-1.3289841413497925,-0.0034080198965966702,-0.5090566873550415,1.4547107219696045] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error index at line 9
// why: the rank p/100*n is a whole number, but its float product is one ulp above it and ceil takes the next element
// figure: out[2] computed -0.43399143, MPFR -0.50905669
// Nearest-rank percentiles of a sorted column: the smallest element with at least p percent of the data at or below it.
__device__ int rank_of(int percent, int n)
{
    float fraction = percent / 100.0f;
    int rank = (int)ceilf(fraction * n);
    return min(max(rank, 1), n);
}

__global__ void percentiles(const float *sorted, const int *percent, float *out, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m)
        out[j] = sorted[rank_of(percent[j], n) - 1];
}
