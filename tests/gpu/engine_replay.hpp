#pragma once
#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "vector_file.hpp"

#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Conformance kernels under the emulator.
namespace gpu {

/// A module, decoded. The program refers to the module.
struct loaded_kernel {
  fpcheck::ptx::module module;
  std::unique_ptr<fpcheck::exec::program> program;
  std::string entry;
};

/// Parses and decodes `text`.
inline std::shared_ptr<loaded_kernel> load_kernel(const std::string& text, const std::string& entry,
                                                  std::string& error) {
  auto k = std::make_shared<loaded_kernel>();
  auto module = fpcheck::ptx::parse(text, entry + ".ptx");
  if (!module) return error = "parse: " + module.error().text(), nullptr;
  k->module = std::move(*module);
  auto program = fpcheck::exec::decode(k->module);
  if (!program) return error = "decode: " + program.error().text(), nullptr;
  k->program = std::move(*program);
  k->entry = entry;
  return k;
}

namespace detail {

inline fpcheck::exec::buffer make_buffer(std::size_t elements, std::uint32_t bytes, fpcheck::exec::buffer_role role) {
  fpcheck::exec::buffer b;
  b.role = role;
  b.type = fpcheck::tensor::dtype::u8;
  b.data.resize(elements * bytes);
  b.shape = {b.data.size()};
  return b;
}

inline void add_pointer(fpcheck::exec::run_request& request) {
  fpcheck::exec::argument a;
  a.bytes.resize(8);
  a.pointers.push_back({0, static_cast<std::uint32_t>(request.buffers.size() - 1), 0});
  request.launches[0].arguments.push_back(std::move(a));
}

} // namespace detail

/// The outputs of `form`'s kernel for `inputs`; nullopt with why in `error` where the run did not complete.
inline std::optional<std::vector<std::uint64_t>> replay(const loaded_kernel& k, const vector_form& form,
                                                        const std::vector<std::vector<std::uint64_t>>& inputs,
                                                        std::string& error) {
  namespace exec = fpcheck::exec;
  exec::run_request request;
  request.shadow = exec::shadow_kind::none;
  request.threads = 1;
  request.launches.resize(1);
  exec::launch& l = request.launches[0];
  const std::uint32_t n = static_cast<std::uint32_t>(inputs.size());
  l.kernel = k.entry;
  l.grid = {(n + block_threads - 1) / block_threads, 1, 1};
  l.block = {block_threads, 1, 1};
  for (std::size_t j = 0; j < form.inputs.size(); ++j) {
    const std::uint32_t bytes = bytes_of(form.inputs[j]);
    exec::buffer b = detail::make_buffer(n, bytes, exec::buffer_role::input);
    for (std::uint32_t i = 0; i < n; ++i)
      std::memcpy(b.data.data() + std::size_t{i} * bytes, &inputs[i][j], bytes); // little-endian
    request.buffers.push_back(std::move(b));
    detail::add_pointer(request);
  }
  const std::uint32_t bytes = bytes_of(form.output);
  request.buffers.push_back(detail::make_buffer(n, bytes, exec::buffer_role::output));
  detail::add_pointer(request);
  exec::argument count;
  count.bytes.resize(4);
  std::memcpy(count.bytes.data(), &n, 4);
  l.arguments.push_back(std::move(count));
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  const auto record = exec::run(*k.program, request, plan);
  if (!record) return error = "run: " + record.error().text(), std::nullopt;
  if (!record->incomplete.empty()) return error = "incomplete: " + record->incomplete[0].what, std::nullopt;
  std::vector<std::uint64_t> outputs(n);
  const auto& data = record->buffers[form.inputs.size()]->data;
  for (std::uint32_t i = 0; i < n; ++i) std::memcpy(&outputs[i], data.data() + std::size_t{i} * bytes, bytes);
  return outputs;
}

/// The inputs `first` ... `first + n - 1` that the device's digests are over.
inline std::vector<std::vector<std::uint64_t>> generated_inputs(const vector_record& r, std::uint64_t first,
                                                                std::uint64_t n) {
  const std::uint32_t arity = static_cast<std::uint32_t>(r.form.inputs.size());
  std::vector<std::vector<std::uint64_t>> inputs(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const operand_words w = inputs_at(r.seed, first + i, r.form.inputs.data(), arity);
    inputs[i].assign(w.word, w.word + arity);
  }
  return inputs;
}

/// The kernel of a record; kernels of PTX files come from `folder`.
inline std::shared_ptr<loaded_kernel> kernel_of(const vector_record& r, const std::string& folder, std::string& error) {
  if (r.file.empty()) return load_kernel(r.ptx(), "conformance", error);
  std::ifstream in(folder + r.file);
  std::stringstream text;
  text << in.rdbuf();
  return load_kernel(text.str(), r.entry, error);
}

} // namespace gpu
