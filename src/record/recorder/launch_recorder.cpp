#include "launch_recorder.hpp"

#include "variable_names.hpp"

#include <fpcheck/base/letters.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace fpcheck::record {
namespace {

/// Words of larger memory are not taken for addresses: it is data.
constexpr std::uint64_t most_table_bytes = std::uint64_t{1} << 20;
constexpr std::size_t most_blocks = 1024;

/// The aligned words of some bytes that may be addresses.
template <class Visit>
void for_each_word(const bytes& b, Visit visit) {
  for (std::size_t k = 0; k + 8 <= b.size(); k += 8) {
    std::uint64_t word;
    std::memcpy(&word, b.data() + k, 8);
    if (word >= 0x10000 && word >> 48 == 0) visit(word);
  }
}

/// "softmax-3.fpcap": what of the name a file's name can hold.
std::string file_name(const capture& c) {
  std::string out;
  for (const char k : c.kernel.substr(0, 80)) out += is_letter(k) ? k : '_';
  return out + '-' + std::to_string(c.number) + capture_ending;
}

std::string text_of(const bytes& b) { return {reinterpret_cast<const char*>(b.data()), b.size()}; }

} // namespace

bool launch_recorder::wants(const launch_call& l) {
  ++seen_;
  if (taken_ >= settings_.most) return false;
  const auto [at, fresh] = meant_.try_emplace(l.kernel);
  if (fresh) at->second = settings_.kernels.empty() || std::any_of(settings_.kernels.begin(), settings_.kernels.end(), [&](const std::string& w) { return means(w, l.kernel); });
  if (!at->second) return false;
  ++meant_seen_;
  const std::uint64_t which = ++chosen_[l.kernel];
  if (settings_.launches.empty()) return which == 1;
  return std::find(settings_.launches.begin(), settings_.launches.end(), meant_seen_) != settings_.launches.end();
}

bool launch_recorder::before(const launch_call& l) {
  if (open_ || !wants(l)) return false;
  CUstreamCaptureStatus capturing = CU_STREAM_CAPTURE_STATUS_NONE;
  if (driver_.is_capturing != nullptr && driver_.is_capturing(l.stream, &capturing) == CUDA_SUCCESS && capturing != CU_STREAM_CAPTURE_STATUS_NONE) {
    ++in_graphs_;
    return false;
  }
  auto c = std::make_unique<capture>();
  c->kernel = l.kernel;
  std::copy_n(l.grid, 3, c->grid), std::copy_n(l.block, 3, c->block), std::copy_n(l.cluster, 3, c->cluster);
  c->shared = l.shared, c->number = seen_, c->program = program_, c->device = device_name();
  driver_.synchronize(l.stream);
  take_parameters(l, *c);
  take_code(l, *c);
  take_variables(l, *c);
  take_memory(*c);
  open_ = std::move(c);
  return true;
}

void launch_recorder::after(CUstream stream, bool worked) {
  if (!open_) return;
  const std::unique_ptr<capture> c = std::move(open_);
  if (!worked || driver_.synchronize(stream) != CUDA_SUCCESS) {
    notes_.push_back(c->kernel + ": the launch failed and was not saved");
    return;
  }
  for (saved_memory& m : c->memory) note_changes(m, read(m.address, m.before.size()));
  for (saved_variable& v : c->variables) note_changes(v, read(v.address, v.before.size()));
  save(*c);
}

void launch_recorder::take_parameters(const launch_call& l, capture& c) const {
  const auto place = [&](std::size_t k, std::size_t& offset, std::size_t& size) {
    if (driver_.parameter_of_function(l.function, k, &offset, &size) == CUDA_SUCCESS) return true;
    return driver_.parameter_of_kernel != nullptr && driver_.parameter_of_kernel(reinterpret_cast<CUkernel>(l.function), k, &offset, &size) == CUDA_SUCCESS;
  };
  std::size_t offset = 0, size = 0;
  for (std::size_t k = 0; place(k, offset, size); ++k) {
    c.places.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)});
    c.parameters.resize(std::max(c.parameters.size(), offset + size));
  }
  if (l.parameters != nullptr)
    for (std::size_t k = 0; k < c.places.size(); ++k) std::memcpy(c.parameters.data() + c.places[k].offset, l.parameters[k], c.places[k].size);
  else if (l.extra != nullptr)
    for (void** e = l.extra; *e != CU_LAUNCH_PARAM_END; e += 2)
      if (*e == CU_LAUNCH_PARAM_BUFFER_POINTER) std::memcpy(c.parameters.data(), e[1], c.parameters.size());
}

void launch_recorder::take_code(const launch_call& l, capture& c) {
  const loaded_code* const own = images_.of(driver_, l.function);
  std::vector<bytes> all = own != nullptr ? own->ptx : images_.everything();
  for (bytes& text : all)
    if (text_of(text).find(c.kernel) != std::string::npos) c.code.push_back(std::move(text));
  if (own != nullptr) c.companions = own->companions;
  if (c.code.empty()) notes_.push_back(c.kernel + ": machine code only, no PTX");
}

void launch_recorder::take_variables(const launch_call& l, capture& c) const {
  std::set<std::string> names;
  for (const bytes& text : c.code)
    for (std::string& name : variable_names(text_of(text))) names.insert(std::move(name));
  CUmodule module = nullptr;
  CUlibrary library = nullptr;
  if (driver_.module_of_function == nullptr || driver_.module_of_function(&module, l.function) != CUDA_SUCCESS) module = nullptr;
  if (driver_.library_of_kernel == nullptr || driver_.library_of_kernel(&library, reinterpret_cast<CUkernel>(l.function)) != CUDA_SUCCESS) library = nullptr;
  for (const std::string& name : names) {
    CUdeviceptr address = 0;
    std::size_t size = 0;
    const bool there = (module != nullptr && driver_.global_of_module != nullptr && driver_.global_of_module(&address, &size, module, name.c_str()) == CUDA_SUCCESS) ||
                       (library != nullptr && driver_.global_of_library != nullptr && driver_.global_of_library(&address, &size, library, name.c_str()) == CUDA_SUCCESS);
    if (!there || size == 0 || size > settings_.limit) continue;
    saved_variable v;
    v.name = name, v.address = address, v.before = read(address, size);
    if (!v.before.empty()) c.variables.push_back(std::move(v));
  }
}

bytes launch_recorder::read(std::uint64_t address, std::uint64_t size) const {
  bytes out(size);
  if (size != 0 && driver_.copy(reinterpret_cast<CUdeviceptr>(out.data()), address, size) != CUDA_SUCCESS) out.clear();
  return out;
}

void launch_recorder::take_memory(capture& c) const {
  std::uint64_t left = settings_.limit;
  std::vector<std::uint64_t> open;
  for_each_word(c.parameters, [&](std::uint64_t word) { open.push_back(word); });
  for (const saved_variable& v : c.variables) for_each_word(v.before, [&](std::uint64_t word) { open.push_back(word); });
  const auto is_known = [&](std::uint64_t base) {
    return std::any_of(c.memory.begin(), c.memory.end(), [&](const saved_memory& m) { return base >= m.address && base - m.address < m.before.size(); }) ||
           std::any_of(c.holes.begin(), c.holes.end(), [&](const hole& h) { return base >= h.address && base - h.address < h.size; }) ||
           std::any_of(c.variables.begin(), c.variables.end(), [&](const saved_variable& v) { return base >= v.address && base - v.address < v.before.size(); });
  };
  while (!open.empty()) {
    const std::uint64_t word = open.back();
    open.pop_back();
    CUdeviceptr base = 0;
    std::size_t size = 0;
    if (is_known(word) || driver_.extent_of(&base, &size, word) != CUDA_SUCCESS || size == 0 || is_known(base)) continue;
    saved_memory m;
    m.address = base;
    if (size <= left && c.memory.size() < most_blocks) m.before = read(base, size);
    if (m.before.empty()) {
      c.holes.push_back({base, size});
      continue;
    }
    left -= size;
    if (size <= most_table_bytes) for_each_word(m.before, [&](std::uint64_t w) { open.push_back(w); });
    c.memory.push_back(std::move(m));
  }
  std::sort(c.memory.begin(), c.memory.end(), [](const saved_memory& a, const saved_memory& b) { return a.address < b.address; });
}

std::string launch_recorder::device_name() const {
  CUdevice device = 0;
  char name[128] = {};
  const bool known = driver_.device_of_context != nullptr && driver_.name_of_device != nullptr && driver_.device_of_context(&device) == CUDA_SUCCESS && driver_.name_of_device(name, sizeof name - 1, device) == CUDA_SUCCESS;
  return known ? name : "";
}

void launch_recorder::save(const capture& c) {
  std::error_code error;
  std::filesystem::create_directories(settings_.folder, error);
  const std::filesystem::path file = std::filesystem::path(settings_.folder) / file_name(c), part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  const std::string text = write_capture(c);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) std::filesystem::rename(part, file, error); // a file with the ending is whole
  if (!out || error) {
    notes_.push_back(file.string() + ": cannot be written");
    return;
  }
  ++taken_;
  if (!c.holes.empty()) notes_.push_back(c.kernel + ": " + std::to_string(c.holes.size()) + " allocations were too large to be saved");
}

std::string launch_recorder::summary() const {
  std::string out = std::to_string(seen_) + " launches seen, " + std::to_string(taken_) + " saved in " + settings_.folder + '\n';
  if (in_graphs_ != 0) out += std::to_string(in_graphs_) + " were captured into a graph: record the warm-up, or launch without graphs\n";
  for (const std::string& note : std::set<std::string>(notes_.begin(), notes_.end())) out += note + '\n';
  if (taken_ == 0) {
    out += "kernels that were launched:\n";
    for (const auto& [kernel, meant] : meant_) out += "  " + kernel + '\n';
  }
  return out;
}

} // namespace fpcheck::record
