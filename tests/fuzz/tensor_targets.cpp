#include "targets.hpp"

#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>

#include <cstdlib>

namespace fpcheck::fuzz {
namespace {

/// Every element may be read.
void look_at(const tensor::array& a) {
  if (a.data.size() != tensor::element_count(a.shape, tensor::size_of(a.type)).value_or(0) * tensor::size_of(a.type)) std::abort();
  double sum = 0;
  for (std::uint64_t i = 0; i < a.size(); i += 1 + a.size() / 64) sum += a.value(i);
  volatile double kept = sum;
  (void)kept;
}

template <class Archive>
void look_at_all(const Archive& tensors) {
  if (!tensors) {
    if (tensors.error().text().empty()) std::abort();
    return;
  }
  for (const auto& [key, a] : *tensors) look_at(a);
}

} // namespace

void run_npy(std::string_view bytes) {
  const auto a = tensor::parse_npy(bytes, "fuzz.npy");
  if (!a) {
    if (a.error().text().empty()) std::abort();
    return;
  }
  look_at(*a);
  const auto again = tensor::parse_npy(tensor::format_npy(*a), "again.npy");
  if (!again || again->data != a->data || again->shape != a->shape) std::abort();
}
void run_npz(std::string_view bytes) { look_at_all(tensor::parse_npz(bytes, "fuzz.npz")); }
void run_safetensors(std::string_view bytes) { look_at_all(tensor::parse_safetensors(bytes, "fuzz.safetensors")); }

} // namespace fpcheck::fuzz
