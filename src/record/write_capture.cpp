#include <fpcheck/record/capture.hpp>

#include "blob.hpp"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace fpcheck::record {
namespace {

using json = nlohmann::ordered_json;

void put(std::string& out, const void* p, std::size_t n) { out.append(static_cast<const char*>(p), n); }

/// CRC-32 of bytes of any number.
std::uint32_t crc_of(const std::byte* p, std::size_t n) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(p), n));
}

/// Appends a blob, deflated where that is shorter.
void put_blob(std::string& out, const std::byte* p, std::size_t n) {
  std::string packed(compressBound(n), '\0');
  uLongf size = packed.size();
  const bool shorter = n > 64 && compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(p), n, Z_BEST_SPEED) == Z_OK && size < n;
  const blob_header h{n, shorter ? size : n, crc_of(p, n), shorter ? packing::deflated : packing::stored};
  put(out, &h, sizeof h);
  if (shorter) put(out, packed.data(), size);
  else put(out, p, n);
}

/// Collects blobs and gives them numbers, 1 and on.
class blobs {
public:
  std::size_t add(const bytes& b) {
    all_.push_back(&b);
    return all_.size();
  }
  const std::vector<const bytes*>& all() const { return all_; }

private:
  std::vector<const bytes*> all_;
};

json of(const saved_bytes& s, blobs& b) {
  json out{{"before", b.add(s.before)}};
  if (!s.changed.empty()) out["changed_at"] = s.changed_at, out["changed"] = b.add(s.changed);
  return out;
}

json header_of(const capture& c, blobs& b) {
  json out{{"format", "fpcheck-capture"}, {"kernel", c.kernel}, {"grid", c.grid}, {"block", c.block}, {"shared", c.shared}, {"number", c.number}, {"program", c.program}, {"device", c.device}};
  if (c.cluster[0] != 0) out["cluster"] = c.cluster;
  json places = json::array(), code = json::array(), companions = json::array(), memory = json::array(), variables = json::array(), holes = json::array();
  for (const parameter_place& p : c.places) places.push_back({p.offset, p.size});
  for (const bytes& text : c.code) code.push_back(b.add(text));
  for (const companion& k : c.companions) companions.push_back({{"ending", k.ending}, {"bytes", b.add(k.data)}});
  for (const saved_memory& m : c.memory) {
    memory.push_back(of(m, b));
    memory.back()["address"] = m.address;
    if (m.undefined) memory.back()["undefined"] = true;
  }
  for (const saved_variable& v : c.variables) {
    variables.push_back(of(v, b));
    variables.back()["name"] = v.name, variables.back()["address"] = v.address;
  }
  for (const hole& h : c.holes) holes.push_back({h.address, h.size});
  out["parameters"] = {{"bytes", b.add(c.parameters)}, {"places", std::move(places)}};
  out["code"] = std::move(code), out["companions"] = std::move(companions), out["memory"] = std::move(memory), out["variables"] = std::move(variables), out["holes"] = std::move(holes);
  return out;
}

} // namespace

void note_changes(saved_bytes& into, const bytes& after) {
  const auto [first, same] = std::mismatch(into.before.begin(), into.before.end(), after.begin());
  into.changed.clear();
  if (first == into.before.end()) return;
  std::size_t end = after.size();
  while (into.before[end - 1] == after[end - 1]) --end;
  into.changed_at = static_cast<std::uint64_t>(first - into.before.begin());
  into.changed.assign(after.begin() + static_cast<std::ptrdiff_t>(into.changed_at), after.begin() + static_cast<std::ptrdiff_t>(end));
}

bytes after(const saved_bytes& s) {
  bytes out = s.before;
  std::copy(s.changed.begin(), s.changed.end(), out.begin() + static_cast<std::ptrdiff_t>(s.changed_at));
  return out;
}

std::string write_capture(const capture& c) {
  blobs b;
  const std::string header = header_of(c, b).dump(-1, ' ', true, json::error_handler_t::replace);
  std::string out(signature, sizeof signature);
  put_blob(out, reinterpret_cast<const std::byte*>(header.data()), header.size());
  for (const bytes* each : b.all()) put_blob(out, each->data(), each->size());
  return out;
}

} // namespace fpcheck::record
