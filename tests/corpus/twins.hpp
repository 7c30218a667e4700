#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace corpus {

/// A tensor that a twin reads or must reproduce.
struct tensor_bytes {
  std::string name, descr; ///< parameter name, "<f4"
  std::vector<std::uint64_t> shape;
  std::vector<std::uint8_t> bytes;
};

/// A kernel, the data it is run on, and its outputs as plain C++ on the host computes them.
struct twin {
  std::string file, kernel, launch; ///< "summation", "sum_kahan", "<<<1, 32>>>"
  std::vector<std::string> scalars; ///< "n=100"
  std::vector<tensor_bytes> inputs;
  std::vector<std::string> output_words; ///< "out=empty:32"
  std::vector<tensor_bytes> outputs;
};

template <class T>
const char* descr_of();
template <>
inline const char* descr_of<float>() {
  return "<f4";
}
template <>
inline const char* descr_of<std::int32_t>() {
  return "<i4";
}
template <>
inline const char* descr_of<std::uint32_t>() {
  return "<u4";
}
template <>
inline const char* descr_of<std::uint16_t>() {
  return "<u2";
}
template <>
inline const char* descr_of<std::uint8_t>() {
  return "|u1";
}
template <>
inline const char* descr_of<std::int8_t>() {
  return "|i1";
}

/// The bytes of a vector under a name.
template <class T>
tensor_bytes tensor(std::string name, const std::vector<T>& data) {
  tensor_bytes t{std::move(name), descr_of<T>(), {data.size()}, std::vector<std::uint8_t>(data.size() * sizeof(T))};
  std::memcpy(t.bytes.data(), data.data(), t.bytes.size());
  return t;
}

/// Twins of sums, products, solvers; of integers, bits and sorts.
std::vector<twin> arithmetic_twins();
std::vector<twin> integer_twins();

} // namespace corpus
