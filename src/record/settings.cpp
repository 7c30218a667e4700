#include <fpcheck/record/settings.hpp>

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace fpcheck::record {
namespace {

std::string demangled(const std::string& kernel) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(kernel.c_str(), nullptr, nullptr, &status), &std::free);
  std::string out = status == 0 ? text.get() : kernel;
  if (out.starts_with("void ")) out.erase(0, 5); // of templates
  return out;
}

/// "ns::k<float>(float*)" to "k".
std::string base_of(const std::string& name) {
  const std::string head = name.substr(0, name.find_first_of("<("));
  const std::size_t colons = head.rfind("::");
  return colons == std::string::npos ? head : head.substr(colons + 2);
}

} // namespace

std::string write(const settings& s) {
  std::string out = "folder=" + s.folder + "\nmost=" + std::to_string(s.most) + "\nlimit=" + std::to_string(s.limit) + '\n';
  for (const std::string& k : s.kernels) out += "kernel=" + k + '\n';
  for (const std::uint64_t n : s.launches) out += "launch=" + std::to_string(n) + '\n';
  return out;
}

settings read_settings(const std::string& text) {
  settings out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size()), equals = text.find('=', at);
    if (equals < end) {
      const std::string key = text.substr(at, equals - at), value = text.substr(equals + 1, end - equals - 1);
      const std::uint64_t number = std::strtoull(value.c_str(), nullptr, 10);
      if (key == "folder") out.folder = value;
      if (key == "kernel") out.kernels.push_back(value);
      if (key == "launch") out.launches.push_back(number);
      if (key == "most") out.most = number;
      if (key == "limit") out.limit = number;
    }
    at = end + 1;
  }
  return out;
}

bool means(const std::string& word, const std::string& kernel) {
  if (word == kernel) return true;
  const std::string name = demangled(kernel);
  return name.starts_with(word) || base_of(name) == word;
}

} // namespace fpcheck::record
