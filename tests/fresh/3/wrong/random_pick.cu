// fpcheck: pick <<<1, 8>>> words=[4294967295,4294967170,5,2147483648,4294967200,99,1234567890,4294960000] chosen=empty:8 items=48 n=8
// expect: error index off at line 7: words of the top 128 become 1.0, and the index is 48 of items 0 .. 47
// Picks an item number 0 .. items-1 from a random word.
__global__ void pick(const unsigned* words, int* chosen, int items, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = words[i] / 4294967296.0f;
    chosen[i] = (int)(u * items);
}
