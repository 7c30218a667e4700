#include <fpcheck/record/capture.hpp>

#include "blob.hpp"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

namespace fpcheck::record {
namespace {

using json = nlohmann::json;

constexpr std::uint64_t most_blobs = 16384, most_header_bytes = std::uint64_t{16} << 20, most_name_bytes = 16384, most_parameter_bytes = 65536;
constexpr std::uint64_t most_ratio = 1040; ///< deflate makes nothing smaller than that
constexpr int most_depth = 8;

/// A blob in the file.
struct kept_blob {
  blob_header header{};
  std::string_view data;
};

/// Reads a capture. Every step may find that the file is none.
class reader {
public:
  reader(std::string_view file, std::string name, std::uint64_t most) : file_(file), name_(std::move(name)), left_(most) {}

  result<capture> read() {
    if (const auto ok = read_blobs(); !ok) return tl::unexpected(ok.error());
    if (blobs_[0].header.plain > most_header_bytes) return damaged("its header is too long");
    const auto text = unpack(0);
    if (!text) return tl::unexpected(text.error());
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth < most_depth; };
    header_ = json::parse(reinterpret_cast<const char*>(text->data()), reinterpret_cast<const char*>(text->data()) + text->size(), shallow, false);
    if (!header_.is_object() || header_.value("format", json()) != "fpcheck-capture") return damaged("its header is no description of a launch");
    capture out;
    for (const auto step : {&reader::read_launch, &reader::read_parameters, &reader::read_code, &reader::read_memory, &reader::read_variables, &reader::read_holes})
      if (const auto ok = (this->*step)(out); !ok) return tl::unexpected(ok.error());
    return out;
  }

private:
  tl::unexpected<diagnostic> damaged(const std::string& why) const { return fail("the capture is damaged: " + why, {name_}, "record the launch again"); }

  result<void> read_blobs() {
    if (file_.size() < sizeof signature || std::memcmp(file_.data(), signature, sizeof signature - 1) != 0) return fail("this is no capture of fpcheck record", {name_});
    if (file_[sizeof signature - 1] != signature[sizeof signature - 1]) return fail("the capture is of version " + std::to_string(static_cast<unsigned char>(file_[sizeof signature - 1])) + "; this fpcheck reads version 1", {name_});
    std::string_view rest = file_.substr(sizeof signature);
    while (!rest.empty()) {
      kept_blob b;
      if (rest.size() < sizeof b.header || blobs_.size() == most_blobs) return damaged("it is cut short");
      std::memcpy(&b.header, rest.data(), sizeof b.header);
      rest.remove_prefix(sizeof b.header);
      if (b.header.kept > rest.size()) return damaged("it is cut short");
      const bool possible = b.header.how == packing::stored ? b.header.kept == b.header.plain : b.header.how == packing::deflated && b.header.plain / most_ratio <= b.header.kept;
      if (!possible) return damaged("a part of it is packed in no way that is known");
      b.data = rest.substr(0, b.header.kept);
      rest.remove_prefix(b.header.kept);
      blobs_.push_back(b);
    }
    return blobs_.empty() ? result<void>(damaged("it is empty")) : result<void>();
  }

  result<bytes> unpack(std::size_t k) {
    const kept_blob& b = blobs_[k];
    if (b.header.plain > left_) return fail("the capture holds more memory than is taken for one", {name_}, "record smaller extents, or fewer launches");
    left_ -= b.header.plain;
    bytes out(b.header.plain);
    if (b.header.how == packing::stored) std::copy_n(reinterpret_cast<const std::byte*>(b.data.data()), out.size(), out.begin());
    else {
      uLongf size = out.size();
      if (uncompress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(b.data.data()), b.data.size()) != Z_OK || size != out.size()) return damaged("a part of it does not unpack");
    }
    if (crc32_z(0, reinterpret_cast<const Bytef*>(out.data()), out.size()) != b.header.crc) return damaged("a part of it has another check sum");
    return out;
  }

  /// The blob that `object[key]` numbers.
  result<bytes> blob(const json& object, const char* key) {
    const auto n = number(object, key, blobs_.size() - 1);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return damaged(std::string("'") + key + "' is no part of it");
    return unpack(*n);
  }
  result<std::uint64_t> number(const json& object, const char* key, std::uint64_t most) const {
    const auto at = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || at == object.end() || !at->is_number_unsigned() || at->get<std::uint64_t>() > most) return damaged(std::string("'") + key + "' is no number that it may be");
    return at->get<std::uint64_t>();
  }
  result<std::string> name(const json& object, const char* key) const {
    const auto at = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || at == object.end() || !at->is_string() || at->get_ref<const std::string&>().size() > most_name_bytes) return damaged(std::string("'") + key + "' is no name");
    return at->get<std::string>();
  }
  /// The list `header[key]`; empty where there is none.
  result<json> list(const json& object, const char* key) const {
    const auto at = object.find(key);
    if (at == object.end()) return json::array();
    if (!at->is_array() || at->size() > most_blobs) return damaged(std::string("'") + key + "' is no list that it may be");
    return *at;
  }
  result<void> numbers(const json& from, std::span<std::uint64_t> into, const char* what) const {
    const bool fits = from.is_array() && from.size() == into.size() && std::all_of(from.begin(), from.end(), [](const json& n) { return n.is_number_unsigned(); });
    if (!fits) return damaged(std::string("'") + what + "' is no list of " + std::to_string(into.size()) + " numbers");
    std::transform(from.begin(), from.end(), into.begin(), [](const json& n) { return n.get<std::uint64_t>(); });
    return {};
  }
  result<void> extent(const char* key, std::uint32_t (&into)[3]) const {
    std::uint64_t n[3];
    const auto at = header_.find(key);
    if (at == header_.end() && into[0] == 0) return {};
    if (const auto ok = numbers(at == header_.end() ? json() : *at, n, key); !ok) return ok;
    for (int k = 0; k < 3; ++k) {
      if (n[k] == 0 || n[k] > 0x7fffffff) return damaged(std::string("'") + key + "' is no extent");
      into[k] = static_cast<std::uint32_t>(n[k]);
    }
    return {};
  }

  result<void> read_launch(capture& c) {
    for (const auto& [key, into] : {std::pair{"kernel", &c.kernel}, std::pair{"program", &c.program}, std::pair{"device", &c.device}}) {
      auto text = name(header_, key);
      if (!text) return tl::unexpected(text.error());
      *into = *std::move(text);
    }
    if (const auto ok = extent("grid", c.grid); !ok) return ok;
    if (const auto ok = extent("block", c.block); !ok) return ok;
    if (const auto ok = extent("cluster", c.cluster); !ok) return ok;
    const auto shared = number(header_, "shared", std::uint64_t{1} << 20), which = number(header_, "number", ~std::uint64_t{0});
    if (!shared) return tl::unexpected(shared.error());
    if (!which) return tl::unexpected(which.error());
    c.shared = static_cast<std::uint32_t>(*shared), c.number = *which;
    return {};
  }

  result<void> read_parameters(capture& c) {
    const json parameters = header_.value("parameters", json());
    auto data = blob(parameters, "bytes");
    if (!data) return tl::unexpected(data.error());
    if (data->size() > most_parameter_bytes) return damaged("it has too many parameters");
    c.parameters = *std::move(data);
    const auto places = list(parameters, "places");
    if (!places) return tl::unexpected(places.error());
    for (const json& p : *places) {
      std::uint64_t n[2];
      if (const auto ok = numbers(p, n, "places"); !ok) return ok;
      if (n[0] > c.parameters.size() || n[1] > c.parameters.size() - n[0]) return damaged("a parameter lies outside of the parameters");
      c.places.push_back({static_cast<std::uint32_t>(n[0]), static_cast<std::uint32_t>(n[1])});
    }
    return {};
  }

  result<void> read_code(capture& c) {
    const auto code = list(header_, "code"), companions = list(header_, "companions");
    if (!code) return tl::unexpected(code.error());
    if (!companions) return tl::unexpected(companions.error());
    for (const json& text : *code) {
      auto data = blob({{"code", text}}, "code");
      if (!data) return tl::unexpected(data.error());
      c.code.push_back(*std::move(data));
    }
    for (const json& k : *companions) {
      auto ending = name(k, "ending");
      auto data = blob(k, "bytes");
      if (!ending) return tl::unexpected(ending.error());
      if (!data) return tl::unexpected(data.error());
      if (*ending != ".ttir" && *ending != ".json") return damaged("a file beside the code is neither .ttir nor .json");
      c.companions.push_back({*std::move(ending), *std::move(data)});
    }
    return {};
  }

  result<void> read_bytes(const json& from, saved_bytes& into, std::uint64_t& address) {
    const auto at = number(from, "address", ~std::uint64_t{0});
    if (!at) return tl::unexpected(at.error());
    address = *at;
    auto before = blob(from, "before");
    if (!before) return tl::unexpected(before.error());
    into.before = *std::move(before);
    if (address > ~std::uint64_t{0} - into.before.size()) return damaged("memory ends behind the last address");
    if (!from.contains("changed")) return {};
    const auto first = number(from, "changed_at", into.before.size());
    if (!first) return tl::unexpected(first.error());
    auto changed = blob(from, "changed");
    if (!changed) return tl::unexpected(changed.error());
    if (changed->size() > into.before.size() - *first) return damaged("a change lies outside of its memory");
    into.changed_at = *first, into.changed = *std::move(changed);
    return {};
  }

  result<void> read_memory(capture& c) {
    const auto all = list(header_, "memory");
    if (!all) return tl::unexpected(all.error());
    for (const json& m : *all) {
      saved_memory one;
      if (const auto ok = read_bytes(m, one, one.address); !ok) return ok;
      one.undefined = m.value("undefined", json()) == true;
      if (!c.memory.empty() && one.address - c.memory.back().address < c.memory.back().before.size()) return damaged("its memory overlaps");
      if (!c.memory.empty() && one.address < c.memory.back().address) return damaged("its memory is not in order");
      c.memory.push_back(std::move(one));
    }
    return {};
  }

  result<void> read_variables(capture& c) {
    const auto all = list(header_, "variables");
    if (!all) return tl::unexpected(all.error());
    for (const json& v : *all) {
      saved_variable one;
      auto called = name(v, "name");
      if (!called) return tl::unexpected(called.error());
      one.name = *std::move(called);
      if (const auto ok = read_bytes(v, one, one.address); !ok) return ok;
      c.variables.push_back(std::move(one));
    }
    return {};
  }

  result<void> read_holes(capture& c) {
    const auto all = list(header_, "holes");
    if (!all) return tl::unexpected(all.error());
    for (const json& h : *all) {
      std::uint64_t n[2];
      if (const auto ok = numbers(h, n, "holes"); !ok) return ok;
      c.holes.push_back({n[0], n[1]});
    }
    return {};
  }

  std::string_view file_;
  std::string name_;
  std::uint64_t left_; ///< bytes that may still be unpacked
  std::vector<kept_blob> blobs_;
  json header_;
};

} // namespace

result<capture> read_capture(std::string_view file, const std::string& name, std::uint64_t most) { return reader(file, name, most).read(); }

} // namespace fpcheck::record
