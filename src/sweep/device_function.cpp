#include <fpcheck/sweep/sweep.hpp>

#include "on_device.hpp"

#include <mutex>

namespace fpcheck::sweep {
namespace {

constexpr unsigned code_threads = 128;

/// The wrapper of a function on the first device, with room for as many inputs as were ever asked for at once.
class function_on_device {
public:
  explicit function_on_device(const swept_function& f)
      : f_(f), device_(device::the_cuda_driver(), 0), kernel_(device_.kernel(f.code->ptx, f.kernel)) {}
  const result<void>& state() const { return device_.state(); }

  result<std::vector<std::uint64_t>> results(const code_lists& arguments) {
    const std::size_t count = arguments[0].size(), bytes = tensor::size_of(f_.result);
    std::vector<std::vector<std::byte>> packed;
    for (std::size_t k = 0; k < arguments.size(); ++k) packed.push_back(packed_codes(f_.arguments[k], arguments[k]));
    std::vector<std::byte> out(count * bytes);
    if (const auto ok = launch(packed, count, out); !ok) return tl::unexpected(ok.error());
    std::vector<std::uint64_t> codes(count);
    for (std::size_t i = 0; i < count; ++i) codes[i] = tensor::load_code(f_.result, out.data() + i * bytes);
    return codes;
  }

private:
  static std::vector<std::byte> packed_codes(tensor::dtype type, const std::vector<std::uint64_t>& codes) {
    const std::size_t bytes = tensor::size_of(type);
    std::vector<std::byte> out(codes.size() * bytes);
    for (std::size_t i = 0; i < codes.size(); ++i) tensor::store_code(type, out.data() + i * bytes, codes[i]);
    return out;
  }
  result<void> launch(const std::vector<std::vector<std::byte>>& arguments, std::size_t count, std::vector<std::byte>& out) {
    const std::scoped_lock lock(mutex_);
    device_.make_current();
    if (count > room_) {
      room_ = count;
      for (std::size_t k = 0; k < arguments.size(); ++k) in_[k] = device_.memory(count * tensor::size_of(f_.arguments[k]));
      out_ = device_.memory(out.size());
    }
    for (std::size_t k = 0; k < arguments.size(); ++k) device_.write(in_[k], arguments[k].data(), arguments[k].size());
    device_.launch(kernel_, (count + code_threads - 1) / code_threads, code_threads, in_[0], in_[1], out_, static_cast<unsigned>(count));
    device_.wait();
    device_.read(out.data(), out_, out.size());
    return device_.state();
  }

  const swept_function& f_;
  std::mutex mutex_; ///< of the device and what follows
  on_device device_;
  void* kernel_;
  device_address in_[2] = {0, 0}, out_ = 0;
  std::size_t room_ = 0;
};

} // namespace

result<code_source> results_on_device(const swept_function& f) {
  const std::string& problem = device::the_cuda_driver().problem;
  if (!problem.empty()) return fail(problem, {"GPU"}, "--on cpu takes the emulated device");
  const auto there = std::make_shared<function_on_device>(f);
  if (!there->state()) return tl::unexpected(there->state().error());
  return [there](const code_lists& arguments) { return there->results(arguments); };
}

} // namespace fpcheck::sweep
