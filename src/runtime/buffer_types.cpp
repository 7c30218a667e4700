#include "buffer_types.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include <algorithm>
#include <cstring>
#include <set>

namespace fpcheck::runtime {

using tensor::dtype;

namespace {

/// Whether a file that a line table names is the user's: not the toolkit's, and not the PTX itself.
bool is_own(const std::string& file) {
  const auto ends = [&](const char* e) { return file.ends_with(e); };
  const auto holds = [&](const char* part) { return file.find(part) != std::string::npos; };
  const bool toolkit = holds("/targets/x86_64-linux/include/") || holds("/cuda/include/") || (holds("/cuda-") && holds("/include/crt/"));
  return (ends(".cu") || ends(".cuh") || ends(".h") || ends(".hpp")) && !toolkit;
}

} // namespace

const program_sources::scanned_file& program_sources::scanned(const std::string& file) {
  const auto [at, fresh] = files_.try_emplace(file);
  if (!fresh) return at->second;
  const auto text = tensor::read_bytes(file, tensor::most_text_bytes);
  if (!text) return at->second;
  at->second.signatures = launch::scan_signatures(*text, file);
  if (auto comments = launch::scan_comments(*text, file)) at->second.suppressions = std::move(comments->suppressions);
  return at->second;
}

void program_sources::suppress(const ptx::module& m, analysis::run_result& run) {
  for (const std::string& file : m.files)
    if (is_own(file))
      for (const launch::suppression& s : scanned(file).suppressions) verdict::suppress(run, s);
}

std::vector<launch::kernel_parameter> program_sources::parameters_of(const ptx::module& m, const ptx::function& kernel) {
  const launch::demangled_kernel name = launch::demangle_kernel(kernel.name);
  for (const std::string& file : m.files) {
    if (!is_own(file)) continue;
    for (const launch::kernel_signature& s : scanned(file).signatures.kernels)
      if (s.name == name.base && s.parameters.size() == kernel.parameters.size() && s.template_parameters.empty()) return s.parameters;
  }
  std::vector<launch::kernel_parameter> out(kernel.parameters.size());
  if (name.parameter_types.size() != out.size()) return out;
  for (std::size_t k = 0; k < out.size(); ++k) out[k].type = launch::parse_type(name.parameter_types[k]);
  return out;
}

namespace {

/// Whether elements of this type are numbers or counts, not storage for anything.
bool says_something(const launch::value_type& t) {
  return t.pointers == 1 && t.element && tensor::size_of(*t.element) > 1;
}

/// Whether a pointer of this type is to storage: of void, or of bytes.
bool holds_anything(const launch::value_type& t) {
  return t.pointers == 1 && (t.element ? tensor::size_of(*t.element) == 1 : t.structure.empty() && t.spelling.find("void") != std::string::npos);
}

/// What is told of a buffer so far.
struct told {
  described_buffer is;
  bool contradicted = false; ///< kernels disagree, or one of them takes plain bytes
};

void take(told& b, const launch::kernel_parameter& p, const std::string& fallback, bool at_begin) {
  if (b.is.name.empty() && at_begin) b.is.name = p.name.empty() ? fallback : p.name;
  b.contradicted |= holds_anything(p.type);
  if (!says_something(p.type)) return;
  if (b.is.type && *b.is.type != *p.type.element) b.contradicted = true;
  b.is.type = p.type.element;
}

/// Names are told apart: a report speaks of one buffer.
void make_unique(std::vector<described_buffer>& all) {
  std::set<std::string> used;
  for (described_buffer& b : all) {
    const std::string name = b.name;
    for (int k = 2; !used.insert(b.name).second; ++k) b.name = name + "#" + std::to_string(k);
  }
}

} // namespace

std::vector<described_buffer> describe(const chain& c, program_sources& sources) {
  std::vector<told> all(c.buffers.size());
  for (const exec::launch& l : c.launches) {
    const ptx::function* const kernel = c.module->kernel(l.kernel);
    if (kernel == nullptr || l.kernel.starts_with("__fpcheck_")) continue;
    const auto parameters = sources.parameters_of(c.module->code(), *kernel);
    for (std::size_t p = 0; p < parameters.size() && p < l.arguments.size(); ++p) {
      if (l.arguments[p].bytes.size() != 8) continue;
      std::uint64_t address;
      std::memcpy(&address, l.arguments[p].bytes.data(), 8);
      const captured_buffer* const b = const_cast<chain&>(c).find(address);
      if (b == nullptr) continue;
      take(all[static_cast<std::size_t>(b - c.buffers.data())], parameters[p], launch::demangle_kernel(l.kernel).base + " parameter " + std::to_string(p), address == b->base);
    }
  }
  std::vector<described_buffer> out;
  for (std::size_t k = 0; k < all.size(); ++k) {
    described_buffer b = all[k].is;
    if (all[k].contradicted) b.type.reset();
    if (b.type && c.buffers[k].bytes.size() % tensor::size_of(*b.type) != 0) b.type.reset();
    if (b.name.empty()) b.name = c.buffers[k].name;
    out.push_back(std::move(b));
  }
  make_unique(out);
  return out;
}

} // namespace fpcheck::runtime
