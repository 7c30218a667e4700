#include "builtins.hpp"

#include "scheduler.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>

#include <cstdio>

namespace fpcheck::exec {
namespace {

std::uint64_t argument(warp& w, const op& o, std::size_t k, int lane) {
  if (k >= o.list.size()) return 0;
  const std::uint32_t low = w.lanes<std::uint32_t>(o.list[k])[lane];
  const std::uint32_t high = w.lanes<std::uint32_t>(following(o.list[k], 1))[lane];
  return low | static_cast<std::uint64_t>(high) << 32;
}
std::uint32_t argument32(warp& w, const op& o, std::size_t k, int lane) {
  return k < o.list.size() ? w.lanes<std::uint32_t>(o.list[k])[lane] : 0;
}

void set_result(warp& w, const op& o, int lane, std::uint64_t v, bool wide) {
  if (o.results.empty()) return;
  w.lanes<std::uint32_t>(o.results[0])[lane] = static_cast<std::uint32_t>(v);
  if (wide) w.lanes<std::uint32_t>(following(o.results[0], 1))[lane] = static_cast<std::uint32_t>(v >> 32);
}

/// Bytes of the kernel's memory up to a NUL or the region's end; at most 4096.
std::string read_text(warp& w, int lane, std::uint64_t address) {
  std::string out;
  while (out.size() < 4096) {
    region* r = resolve(w, space::generic, lane, address + out.size(), 1);
    if (r == nullptr) break;
    const std::uint64_t window = (address + out.size()) >= global_base ? address + out.size() - r->base : (address + out.size()) & (window_size - 1);
    const char c = static_cast<char>(r->data[window - (address >= global_base ? 0 : r->base)]);
    if (c == '\0') break;
    out += c;
  }
  return out;
}
std::uint64_t read_word(warp& w, int lane, std::uint64_t address, unsigned bytes) {
  region* r = resolve(w, space::generic, lane, address, bytes);
  if (r == nullptr) return 0;
  const std::uint64_t offset = address >= global_base ? address - r->base : (address & (window_size - 1)) - r->base;
  std::uint64_t v = 0;
  std::memcpy(&v, r->data.data() + offset, bytes);
  return v;
}

/// Flags, width and precision of a conversion, without length modifiers and whatever else a kernel's text may hold: the host's
/// printf must not see %n, * or positions, nor widths beyond any line.
std::string plain_flags(const std::string& spec) {
  std::string out = "%";
  int digits = 0;
  for (const char c : spec.substr(1, spec.size() - 2)) {
    const bool digit = c >= '0' && c <= '9';
    digits = digit ? digits + 1 : 0;
    if ((digit && digits <= 3) || (!digit && std::string_view("-+ #.").find(c) != std::string_view::npos)) out += c;
  }
  return out;
}

/// One conversion of printf's format, with its argument taken from the packed buffer of the call.
std::string convert(warp& w, int lane, const std::string& spec, std::uint64_t& at) {
  char text[512];
  const char kind = spec.back();
  const bool wide = spec.find('l') != std::string::npos || spec.find('z') != std::string::npos || spec.find('j') != std::string::npos || spec.find('t') != std::string::npos;
  const bool is_float = std::string("fFeEgGaA").find(kind) != std::string::npos;
  const unsigned bytes = is_float || wide || kind == 's' || kind == 'p' ? 8 : 4;
  at = (at + bytes - 1) / bytes * bytes;
  const std::uint64_t raw = read_word(w, lane, at, bytes);
  at += bytes;
  const std::string clean = plain_flags(spec);
  if (is_float) {
    std::snprintf(text, sizeof text, (clean + kind).c_str(), bit_cast<double>(raw));
  } else if (kind == 's') {
    std::snprintf(text, sizeof text, (clean + 's').c_str(), read_text(w, lane, raw).c_str());
  } else if (kind == 'p') {
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(raw));
  } else if (kind == 'c') {
    std::snprintf(text, sizeof text, (clean + 'c').c_str(), static_cast<int>(raw & 255u));
  } else if (kind == 'd' || kind == 'i') {
    const long long v = wide ? static_cast<long long>(raw) : static_cast<long long>(static_cast<std::int32_t>(raw));
    std::snprintf(text, sizeof text, (clean + "ll" + kind).c_str(), v);
  } else {
    std::snprintf(text, sizeof text, (clean + "ll" + kind).c_str(), static_cast<unsigned long long>(raw));
  }
  return text;
}

std::string format_line(warp& w, int lane, const std::string& format, std::uint64_t buffer) {
  std::string out;
  std::uint64_t at = buffer;
  for (std::size_t k = 0; k < format.size(); ++k) {
    if (format[k] != '%') { out += format[k]; continue; }
    if (k + 1 < format.size() && format[k + 1] == '%') { out += '%', ++k; continue; }
    const std::size_t end = format.find_first_of("diouxXfFeEgGaAcsp", k + 1);
    if (end == std::string::npos || end - k > 24) return out + format.substr(k);
    out += convert(w, lane, format.substr(k, end - k + 1), at);
    k = end;
  }
  return out;
}

constexpr std::size_t most_printed = 10000;

void print(machine& m, warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    std::string line = format_line(w, i, read_text(w, i, argument(w, o, 0, i)), argument(w, o, 1, i));
    set_result(w, o, i, 0, false);
    const std::scoped_lock guard(m.lock);
    if (m.printed.size() < most_printed) m.printed.push_back(std::move(line));
  });
}

void fail_assertion(machine& m, warp& w, const op& o) {
  const int i = std::countr_zero(w.exec);
  report_fault(w, o, fault::assertion, w.exec, 0,
               "assertion `" + read_text(w, i, argument(w, o, 0, i)) + "' failed at " + read_text(w, i, argument(w, o, 1, i)) + ":" +
                   std::to_string(argument32(w, o, 2, i)));
  m.stop = true;
}

void allocate(machine& m, warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t bytes = argument(w, o, 0, i);
    const std::scoped_lock guard(m.lock);
    region* r = m.global->allocate_heap(bytes == 0 ? 1 : bytes);
    if (r == nullptr) return set_result(w, o, i, 0, true);
    r->undefine_all();
    r->shadow.reset(r->cells(), m.domain.planes);
    set_result(w, o, i, r->base, true);
  });
}

void release(machine& m, warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const std::scoped_lock guard(m.lock);
    m.global->free_heap(argument(w, o, 0, i));
  });
}

} // namespace

void call_builtin(machine& m, warp& w, const op& o, const std::string& name) {
  if (name == "vprintf") print(m, w, o);
  else if (name == "__assertfail") fail_assertion(m, w, o);
  else if (name == "malloc") allocate(m, w, o);
  else if (name == "free") release(m, w, o);
  else {
    record_incomplete(m, o.pc, "the function '" + name + "' has no body in this module");
    m.stop = true;
    return;
  }
  for (const ref& r : o.results) drop_shadow(w, r, w.exec);
}

} // namespace fpcheck::exec
