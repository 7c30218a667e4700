// fpcheck: run_lengths <<<1, 32>>> code=[3,3,3,7,7,1,1,1,1,1,1,2,9,9,9,9,9,4,4,4,4,4,3,3,3,3,3] value=empty:7 length=empty:7 runs=empty:1 n=27 wv=[3,7,1,2,9,4,3] wl=[3,2,6,1,5,5,5] ref=value=wv ref=length=wl --tol rtol=0,atol=0.25
// expect: ok
// why: the tail of 27 rows has votes of 0; the last run ends at n, found with ffs on a mask shifted by lane + 1, never by 32 because lane 31 does not own a row here and is guarded
// figure: computed [(3, 3), (7, 2), (1, 6)].., MPFR the same: exact
// Run lengths of up to 31 dictionary codes.
__global__ void run_lengths(const int *code, int *value, int *length, int *runs, int n)
{
    int i = threadIdx.x;
    int c = i < n ? code[i] : 0;
    int before = __shfl_up_sync(0xffffffffu, c, 1);
    bool head = i < n && (i == 0 || c != before);
    unsigned heads = __ballot_sync(0xffffffffu, head);
    if (head) {
        int slot = __popc(heads & ((1u << i) - 1u));
        unsigned later = i < 31 ? heads >> (i + 1) : 0u;
        int next = later ? i + __ffs(later) : n;
        value[slot] = c;
        length[slot] = next - i;
    }
    if (i == 0)
        *runs = __popc(heads);
}
