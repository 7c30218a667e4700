// fpcheck: lz4_decode <<<2, 64>>> packed=@b_lz4_overlap_in.npy size=@b_lz4_overlap_size.npy out=empty:4x300:u8 written=empty:4:i32 status=empty:4:i32 blocks=4 pitch=303 capacity=300 --ref 'out=@b_lz4_overlap_ref.npy'
// expect: error reads bytes not yet written (race / mismatch) at line 56
// why: LZ4 matches may overlap themselves (offset 1 is a run); a warp that copies a match in parallel must read dst[pos - offset + i % offset], and without the remainder it reads bytes that nobody has written yet (a known bug of GPU decompressors)
// figure: out[32] computed 165, exact 65 (573 of 1200 beyond the tolerance)
namespace {

constexpr int kMinMatch = 4;
constexpr int kOk = 0;
constexpr int kTruncated = 1;
constexpr int kBadOffset = 2;
constexpr int kTooLong = 3;

struct Reader {
  const unsigned char* data;
  int size;
  int at;
  int status;
};

__device__ int next_byte(Reader& r) {
  if (r.at >= r.size) {
    r.status = kTruncated;
    return 0;
  }
  return r.data[r.at++];
}

// A length of 15 goes on in bytes of 255 until a smaller one.
__device__ int extended_length(Reader& r, int nibble) {
  int length = nibble;
  if (nibble == 15) {
    int b;
    do {
      b = next_byte(r);
      length += b;
    } while (b == 255 && r.status == kOk);
  }
  return length;
}

__device__ int next_offset(Reader& r) {
  int lo = next_byte(r);
  int hi = next_byte(r);
  return lo | (hi << 8);
}

__device__ void copy_literals(unsigned char* dst, const unsigned char* src, int length, int lane) {
  for (int i = lane; i < length; i += 32) {
    dst[i] = src[i];
  }
}

__device__ void copy_match(unsigned char* dst, int offset, int length, int lane) {
  const unsigned char* src = dst - offset;
  for (int i = lane; i < length; i += 32) {
    dst[i] = src[i];
  }
}

__device__ bool fits(int position, int length, int capacity) {
  return length <= capacity - position;
}

// All lanes of a warp walk through the same tokens; the bytes are shared out between them.
__device__ int decode_block(Reader& r, unsigned char* out, int capacity, int lane) {
  int position = 0;
  while (r.at < r.size && r.status == kOk) {
    int token = next_byte(r);

    int literals = extended_length(r, token >> 4);
    if (r.status != kOk) {
      break;
    }
    if (literals > r.size - r.at || !fits(position, literals, capacity)) {
      r.status = kTooLong;
      break;
    }
    copy_literals(out + position, r.data + r.at, literals, lane);
    r.at += literals;
    position += literals;
    __syncwarp();
    if (r.at == r.size) {
      break;  // the last sequence has literals only
    }

    int offset = next_offset(r);
    int length = extended_length(r, token & 15) + kMinMatch;
    if (r.status != kOk) {
      break;
    }
    if (offset == 0 || offset > position) {
      r.status = kBadOffset;
      break;
    }
    if (!fits(position, length, capacity)) {
      r.status = kTooLong;
      break;
    }
    copy_match(out + position, offset, length, lane);
    position += length;
    __syncwarp();
  }
  return position;
}

}  // namespace

__global__ void lz4_decode(const unsigned char* packed, const int* size, unsigned char* out, int* written,
                           int* status, int blocks, int pitch, int capacity) {
  int block = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (block >= blocks) {
    return;
  }
  Reader r{packed + block * pitch, size[block], 0, kOk};
  int n = decode_block(r, out + block * capacity, capacity, lane);
  if (lane == 0) {
    written[block] = n;
    status[block] = r.status;
  }
}
