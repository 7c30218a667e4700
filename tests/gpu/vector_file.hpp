#pragma once
#include "vector_kernel.hpp"

#include <cstdint>
#include <fstream>
#include <istream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

/// Conformance vectors in a text file: for each form the PTX that was run, recorded inputs and outputs, and digests of
/// the outputs of all generated inputs. Lines, in order:
///     fpcheck-vectors 1 | device NAME | block LENGTH
/// and for each form
///     form NAME | body PTX | operands CLASS [CLASS [CLASS]] > CLASS | seed HEX
///     sample N, then N lines of hexadecimal words: the inputs and, last, the output
///     digests N, then N hexadecimal words over as many lines as they need; none for forms with explicit inputs
/// A form of a kernel from a PTX file has `kernel FILE ENTRY` in place of `body`; the file lies beside the vectors.
namespace gpu {

/// One form with what the device gave.
struct vector_record {
  vector_form form;
  std::string file, entry; ///< set where the kernel is from a PTX file
  std::uint64_t seed = 0;
  std::vector<std::vector<std::uint64_t>> inputs; ///< inputs[i][k]: operand k of sample i
  std::vector<std::uint64_t> outputs;             ///< outputs[i]
  std::vector<std::uint64_t> digests; ///< digests[j]: of the outputs of inputs j * block ... (j + 1) * block - 1

  /// The PTX to load; empty where it is in `file`. Its entry is `conformance`.
  std::string ptx() const { return file.empty() ? kernel_text(form) : std::string{}; }
};

struct vector_file {
  std::string device;
  std::uint64_t block = 0; ///< inputs a digest
  std::vector<vector_record> records;
};

/// The sum of digest_term over `outputs`, which are those of the inputs from index `first` on.
inline std::uint64_t digest(std::uint64_t first, const std::vector<std::uint64_t>& outputs) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) sum += digest_term(first + i, outputs[i]);
  return sum;
}

namespace detail {

inline operand_class class_of(const std::string& name, bool& known) {
  for (const class_name& c : class_names)
    if (c.name == name) return c.value;
  known = false;
  return {};
}

inline bool read_operands(std::istream& line, vector_form& form) {
  bool known = true;
  std::string word;
  while (line >> word && word != ">") form.inputs.push_back(class_of(word, known));
  line >> word;
  form.output = class_of(word, known);
  return known;
}

inline bool read_sample(std::istream& in, vector_record& r, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint64_t> words(r.form.inputs.size());
    std::uint64_t out = 0;
    for (std::uint64_t& w : words) in >> std::hex >> w;
    in >> out >> std::dec;
    r.inputs.push_back(std::move(words));
    r.outputs.push_back(out);
  }
  return static_cast<bool>(in);
}

} // namespace detail

/// Reads a vector file. Returns false with a word on why in `error` when it is not one.
inline bool read_vectors(std::istream& in, vector_file& file, std::string& error) {
  std::string line, key;
  std::size_t number = 0;
  while (std::getline(in, line)) {
    ++number;
    std::istringstream words(line);
    if (!(words >> key)) continue;
    bool good = true;
    std::size_t n = 0;
    const auto rest = [&] { return line.substr(line.find(key) + key.size() + 1); };
    if (key == "fpcheck-vectors")
      good = static_cast<bool>(words >> n) && n == 1;
    else if (key == "device")
      file.device = rest();
    else if (key == "block")
      good = static_cast<bool>(words >> file.block);
    else if (key == "form")
      file.records.emplace_back().form.name = rest();
    else if (file.records.empty())
      good = false;
    else if (key == "body")
      file.records.back().form.body = rest();
    else if (key == "kernel")
      good = static_cast<bool>(words >> file.records.back().file >> file.records.back().entry);
    else if (key == "operands")
      good = detail::read_operands(words, file.records.back().form);
    else if (key == "seed")
      good = static_cast<bool>(words >> std::hex >> file.records.back().seed);
    else if (key == "sample")
      good = words >> n && detail::read_sample(in, file.records.back(), n);
    else if (key == "digests") {
      good = static_cast<bool>(words >> n);
      file.records.back().digests.resize(n);
      for (std::uint64_t& d : file.records.back().digests) in >> std::hex >> d;
      in >> std::dec;
      good = good && in;
    } else
      good = false;
    if (!good) return error = "line " + std::to_string(number) + " (of those outside samples): " + line, false;
  }
  return true;
}

/// Writes one record.
inline void write_record(std::ostream& out, const vector_record& r) {
  out << "form " << r.form.name << '\n';
  if (r.file.empty())
    out << "body " << r.form.body << '\n';
  else
    out << "kernel " << r.file << ' ' << r.entry << '\n';
  out << "operands";
  for (operand_class c : r.form.inputs) out << ' ' << entry_of(c).name;
  out << " > " << entry_of(r.form.output).name << "\nseed " << std::hex << r.seed << "\nsample " << std::dec
      << r.outputs.size() << '\n'
      << std::hex;
  for (std::size_t i = 0; i < r.outputs.size(); ++i) {
    for (std::uint64_t w : r.inputs[i]) out << w << ' ';
    out << r.outputs[i] << '\n';
  }
  out << std::dec;
  if (r.digests.empty()) return;
  out << "digests " << r.digests.size() << std::hex;
  for (std::size_t i = 0; i < r.digests.size(); ++i) out << (i % 8 == 0 ? '\n' : ' ') << r.digests[i];
  out << std::dec << '\n';
}

} // namespace gpu
