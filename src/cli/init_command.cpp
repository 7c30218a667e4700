#include <fpcheck/exec/launch/signature.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "kernel_file.hpp"

#include <ostream>

namespace fpcheck::cli {
namespace {

using exec::kernel_parameter;
using exec::kernel_signature;

/// A value to start from: inputs are const pointers, outputs are not, sizes are small.
std::string starting_value(const kernel_parameter& p, const exec::source_signatures& all) {
  if (p.type.is_pointer()) {
    const bool index = p.type.element && !tensor::is_real(*p.type.element);
    if (!p.type.pointee_const) return p.name + "=empty:N";
    return p.name + (index ? "=randint(0,N):N" : "=randn:N");
  }
  if (const auto s = all.structs.find(p.type.structure); s != all.structs.end()) {
    std::string out;
    for (const exec::struct_field& f : s->second.fields)
      out += (out.empty() ? "" : " ") + p.name + '.' + f.name + (f.type.is_pointer() ? "=randn:N" : "=1");
    return out;
  }
  if (p.type.element && tensor::is_real(*p.type.element)) return p.name + "=1.0";
  return p.name + "=1024";
}

std::string instance_of(const kernel_signature& k) {
  if (k.template_parameters.empty()) return k.name;
  std::string out = k.name + '<';
  for (std::size_t i = 0; i < k.template_parameters.size(); ++i) out += (i > 0 ? "," : "") + k.template_parameters[i];
  return out + '>';
}

std::string case_of(const kernel_signature& k, const exec::source_signatures& all) {
  std::string values;
  bool has_size = false, needs_size = false;
  for (const kernel_parameter& p : k.parameters) {
    if (p.name.empty()) continue;
    has_size = has_size || (p.name == "N" && !p.type.is_pointer());
    const std::string value = starting_value(p, all);
    needs_size = needs_size || value.find(":N") != std::string::npos;
    values += ' ' + value;
  }
  std::string out = "// fpcheck: " + instance_of(k);
  if (!k.template_parameters.empty()) out += " --instantiate '" + instance_of(k) + "'";
  out += has_size || needs_size ? " <<<cdiv(N, 256), 256>>>" : " <<<1, 256>>>";
  if (needs_size && !has_size) out += " N=1024";
  return out + values;
}

} // namespace

exit_code init(const std::string& path, const streams& s) {
  const auto text = tensor::read_bytes(path);
  if (!text) return complain(text.error(), s);
  const auto found = exec::scan_signatures(*text, path);
  if (found.kernels.empty()) return complain({"there is no __global__ function in the file", {path}}, s);
  s.out << "// Put a line above each kernel, mend its sizes and values, then: fpcheck run " << path << '\n';
  for (const kernel_signature& k : found.kernels) s.out << case_of(k, found) << '\n';
  return exit_code::passed;
}

} // namespace fpcheck::cli
