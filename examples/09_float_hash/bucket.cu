// A hash of 32 bits becomes a bucket: "scale it to [0, 1) and multiply by the number of buckets". An f32 has 24 bits: hashes within 128 of
// 2^32 round up to 2^32, the fraction becomes 1.0 and the bucket is one past the table. It takes 33 million keys on average to see it.
// The repaired kernel takes the high half of the 64-bit product.

// fpcheck: bucket_by_float <<<1, 4>>> hash=[0, 2147483648, 4294967167, 4294967295]:4:u32 buckets=100 table=inout:zeros:100:u32 --expect out-of-bounds
__global__ void bucket_by_float(const unsigned* __restrict__ hash, unsigned* table, unsigned buckets) {
  const float fraction = static_cast<float>(hash[threadIdx.x]) * 0x1p-32f;
  const unsigned bucket = static_cast<unsigned>(fraction * static_cast<float>(buckets));
  atomicAdd(&table[bucket], 1u);
}

// fpcheck: bucket_by_product <<<1, 4>>> hash=[0, 2147483648, 4294967167, 4294967295]:4:u32 buckets=100 table=inout:zeros:100:u32 --expect clean
__global__ void bucket_by_product(const unsigned* __restrict__ hash, unsigned* table, unsigned buckets) {
  atomicAdd(&table[__umulhi(hash[threadIdx.x], buckets)], 1u);
}
