// INT-3, the size of the image: how many distinct binary32 numbers all uint32 become, how many integers share one, and
// how many are kept. "fast" checks the theorem's counts on 2^24 integers around each binade instead.
#include <fpcheck/kernels/hash.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

struct census {
  std::uint64_t exact = 0, image = 0, largest_class = 0, worst_error = 0, disagreements = 0;
};

census count(std::uint64_t from, std::uint64_t to) {
  census out;
  float last = -1;
  std::uint64_t members = 0;
  for (std::uint64_t n = from; n < to; ++n) {
    const auto f = static_cast<float>(static_cast<std::uint32_t>(n));
    const auto back = static_cast<std::uint64_t>(f);
    const std::uint64_t error = back > n ? back - n : n - back;
    out.exact += error == 0;
    out.disagreements += representable<f32_format>(n) != (error == 0);
    out.worst_error = error > out.worst_error ? error : out.worst_error;
    members = f == last ? members + 1 : 1;
    out.image += f != last;
    out.largest_class = members > out.largest_class ? members : out.largest_class;
    last = f;
  }
  return out;
}

bool whole() {
  const census all = count(0, std::uint64_t{1} << 32);
  std::printf("exact %llu image %llu class %llu error %llu disagreements %llu\n", (unsigned long long)all.exact,
              (unsigned long long)all.image, (unsigned long long)all.largest_class, (unsigned long long)all.worst_error,
              (unsigned long long)all.disagreements);
  // 5/256 are kept; the image has one number more, 2^32; 257 integers share the even ends of the top binade.
  return all.exact == 83886080 && all.image == 83886081 && all.largest_class == 257 && all.worst_error == 128 &&
         all.disagreements == 0;
}

bool slices() {
  bool ok = true;
  for (int w = 24; w < 32; ++w) {
    const std::uint64_t start = std::uint64_t{1} << w;
    const std::uint64_t length = std::uint64_t{1} << 20;
    const census part = count(start, start + length);
    const std::uint64_t step = std::uint64_t{1} << (w - 23);
    ok = ok && part.exact == length / step && part.worst_error == step / 2 && part.disagreements == 0;
  }
  return ok;
}

} // namespace

int main(int argc, char** argv) {
  const bool fast = argc > 1 && std::strcmp(argv[1], "fast") == 0;
  return (fast ? slices() : whole()) ? 0 : 1;
}
