#pragma once
#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "vector_file.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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

/// Inputs by operand: columns[k][i] is operand k of input i.
using input_columns = std::vector<std::vector<std::uint64_t>>;

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

/// Calls `f` with an object of the unsigned type of `bytes` bytes.
template <class F>
void with_word(std::uint32_t bytes, F&& f) {
  switch (bytes) {
  case 1:
    return f(std::uint8_t{});
  case 2:
    return f(std::uint16_t{});
  case 4:
    return f(std::uint32_t{});
  default:
    return f(std::uint64_t{});
  }
}

inline void write_words(fpcheck::exec::buffer& b, const std::vector<std::uint64_t>& from, std::uint32_t bytes) {
  with_word(bytes, [&]<class Word>(Word) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Word word = static_cast<Word>(from[i]);
      std::memcpy(b.data.data() + i * sizeof word, &word, sizeof word);
    }
  });
}

template <class Bytes>
std::vector<std::uint64_t> read_words(const Bytes& from, std::size_t n, std::uint32_t bytes) {
  std::vector<std::uint64_t> out(n);
  with_word(bytes, [&]<class Word>(Word word) {
    for (std::size_t i = 0; i < n; ++i) {
      std::memcpy(&word, from.data() + i * sizeof word, sizeof word);
      out[i] = word;
    }
  });
  return out;
}

/// Fills operand `k`, of class C, of the random inputs from `first` on; the columns before it are filled.
template <operand_class C>
void fill_column(const vector_record& r, std::uint64_t first, std::uint32_t k, input_columns& columns) {
  std::uint64_t before[3] = {};
  for (std::size_t i = 0; i < columns[k].size(); ++i) {
    for (std::uint32_t j = 0; j < k; ++j) before[j] = columns[j][i];
    columns[k][i] = random_value(C, input_word(r.seed, first + i), k, r.form.inputs.data(), before);
  }
}

template <std::size_t... Index>
void fill_columns(const vector_record& r, std::uint64_t first, input_columns& columns, std::index_sequence<Index...>) {
  for (std::uint32_t k = 0; k < columns.size(); ++k)
    (void)((r.form.inputs[k] == class_names[Index].value &&
            (fill_column<class_names[Index].value>(r, first, k, columns), true)) ||
           ...);
}

} // namespace detail

/// Rows of operands, as they are recorded, by operand.
inline input_columns columns_of(const std::vector<std::vector<std::uint64_t>>& rows, std::size_t arity) {
  input_columns columns(arity);
  for (const std::vector<std::uint64_t>& row : rows)
    for (std::size_t k = 0; k < arity; ++k) columns[k].push_back(row[k]);
  return columns;
}

/// The outputs of `form`'s kernel for `inputs`; nullopt with why in `error` where the run did not complete.
inline std::optional<std::vector<std::uint64_t>> replay(const loaded_kernel& k, const vector_form& form,
                                                        const input_columns& inputs, std::string& error) {
  namespace exec = fpcheck::exec;
  exec::run_request request;
  request.shadow = exec::shadow_kind::none;
  request.threads = 1;
  request.launches.resize(1);
  exec::launch& l = request.launches[0];
  const std::uint32_t n = static_cast<std::uint32_t>(inputs[0].size());
  l.kernel = k.entry;
  l.grid = {(n + block_threads - 1) / block_threads, 1, 1};
  l.block = {block_threads, 1, 1};
  for (std::size_t j = 0; j < form.inputs.size(); ++j) {
    const std::uint32_t bytes = bytes_of(form.inputs[j]);
    exec::buffer b = detail::make_buffer(n, bytes, exec::buffer_role::input);
    detail::write_words(b, inputs[j], bytes);
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
  return detail::read_words(record->buffers[form.inputs.size()]->data, n, bytes);
}

/// The inputs `first` ... `first + n - 1` that the device's digests are over.
inline input_columns generated_inputs(const vector_record& r, std::uint64_t first, std::uint64_t n) {
  const std::vector<operand_class>& classes = r.form.inputs;
  input_columns columns(classes.size(), std::vector<std::uint64_t>(n));
  detail::fill_columns(r, first, columns, std::make_index_sequence<std::size(class_names)>());
  std::uint64_t tuples = 1; // of special values, which come first
  for (const operand_class c : classes) tuples *= specials_of(c);
  for (std::uint64_t i = first; i < std::min(tuples, first + n); ++i) {
    const operand_words w = inputs_at(r.seed, i, classes.data(), static_cast<std::uint32_t>(classes.size()));
    for (std::size_t k = 0; k < classes.size(); ++k) columns[k][i - first] = w.word[k];
  }
  return columns;
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
