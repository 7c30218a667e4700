#pragma once
// Short ways to a request, for the engine's tests.
#include "launcher.hpp"

#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace fpcheck::exec {

/// A module and its program; the program refers to the module.
struct loaded {
  ptx::module module;
  std::unique_ptr<program> code;
};

inline std::unique_ptr<loaded> load_text(const std::string& text, const std::string& name = "test.ptx") {
  auto out = std::make_unique<loaded>();
  auto m = ptx::parse(text, name);
  if (!m) throw std::runtime_error(m.error().text());
  out->module = std::move(*m);
  auto p = decode(out->module);
  if (!p) throw std::runtime_error(p.error().text());
  out->code = std::move(*p);
  return out;
}

inline std::string read_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

template <class T>
std::vector<T> contents(const run_record& r, std::size_t buffer) {
  const auto& data = r.buffers[buffer]->data;
  std::vector<T> out(data.size() / sizeof(T));
  std::memcpy(out.data(), data.data(), out.size() * sizeof(T));
  return out;
}

} // namespace fpcheck::exec
