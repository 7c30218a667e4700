// fpcheck: pick <<<1, 8>>> words=[4294967295,4294967170,5,2147483648,4294967200,99,1234567890,4294960000] chosen=empty:8 items=48 n=8
// expect: ok
// Item number 0 .. items-1 from a random word, without a float.
__global__ void pick(const unsigned* words, int* chosen, int items, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) chosen[i] = (int)__umulhi(words[i], (unsigned)items);
}
