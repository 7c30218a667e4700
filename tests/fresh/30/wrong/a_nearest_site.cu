// fpcheck: nearest_site <<<5, 32>>> sx=[0.91770154,0.82993186,0.7940489,0.7196145,0.06635409,0.68299353,0.46784648,0.32079268,0.35910198,0.37737235,0.42541927,0.0066549703,0.9510939,0.83561563,0.7197399,0.9649724,0.9800098,0.49984843,0.22847831,0.8119313,0.35104138,0.3778797,0.48144618,0.5200356] sy=[0.16746639,0.9052848,0.19120431,0.95383745,0.036765687,0.752163,0.43884787,0.42092812,0.7304224,0.23267834,0.28017944,0.19603539,0.9285638,0.55191976,0.9306002,0.8386632,0.064072326,0.8996019,0.30058527,0.7687683,0.6879768,0.9695134,0.47074947,0.10787819] qx=[0.2220108,0.26941738,0.40891892,0.48886788,0.5662427] qy=[0.40112463,0.3647593,0.24881943,0.44873604,0.6228986] owner=empty:5 n=24 m=5 want=[18,18,10,22,22] ref=owner=want --tol bitwise
// expect: error argmin key losing bits at line 17
// why: the low 8 bits of the squared distance are replaced by the site number, so sites nearer by less than 3e-5 relative lose to a lower number
// figure: computed owner[0]=7, MPFR 18 (distances differ by 4.4e-06, float32 tells them apart)
// Discrete Voronoi diagram: each query point asks for the nearest of up to 256 sites.
// One block a query; a single atomicMin on a packed key gives distance and owner at once.
__device__ __forceinline__ float squared_distance(float ax, float ay, float bx, float by)
{
    const float dx = ax - bx;
    const float dy = ay - by;
    return fmaf(dx, dx, dy * dy);
}

__device__ __forceinline__ unsigned pack_key(float d2, int site)
{
    // distances are not negative, so their bits are ordered like the numbers
    return (__float_as_uint(d2) & 0xffffff00u) | (unsigned)site;
}

__global__ void nearest_site(const float *sx, const float *sy, const float *qx, const float *qy, int *owner, int n, int m)
{
    __shared__ unsigned best;
    const int q = blockIdx.x;
    if (q >= m)
        return;
    if (threadIdx.x == 0)
        best = 0xffffffffu;
    __syncthreads();
    unsigned mine = 0xffffffffu;
    for (int s = threadIdx.x; s < n; s += blockDim.x) {
        const float d2 = squared_distance(sx[s], sy[s], qx[q], qy[q]);
        mine = min(mine, pack_key(d2, s));
    }
    atomicMin(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        owner[q] = (int)(best & 255u);
}
