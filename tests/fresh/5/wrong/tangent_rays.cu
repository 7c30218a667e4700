// fpcheck: count_hits <<<1, 32>>> a=[0.1,0.3,0.7,1.1,2.3,0.9,5.7,3.1] b=[0.20000000298023224,0.6000000238418579,1.399999976158142,2.200000047683716,4.599999904632568,1.7999999523162842,11.399999618530273,6.199999809265137] c=[0.1,0.3,0.7,1.1,2.3,0.9,5.7,3.1] hits=inout:zeros:1 n=8 want=[8] ref=hits=want --tol bitwise
// expect: error contraction deciding at line 10: the rays are tangent, the discriminant is exactly 0; fused, it is the rounding error of one product, often negative
__global__ void count_hits(const float *a, const float *b, const float *c, int *hits, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float half_b = 0.5f * b[i];
    float discriminant = half_b * half_b - a[i] * c[i];
    if (discriminant >= 0.0f)
        atomicAdd(hits, 1);
}
