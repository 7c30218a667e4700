#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/sweep/certified_reference.hpp>

#include <memory>
#include <string_view>
#include <vector>

namespace fpcheck::sweep {

/// The certified reference of a function with the memory of its tables.
class reference_tables {
public:
  /// Error: no such function, with the names of those that there are.
  static result<reference_tables> make(std::string_view function);

  const certified_reference& host() const { return host_; }
  /// The tables, in the order that `host()`'s branches point to; a device gets copies and its own `certified_reference`.
  struct block {
    const void* data;
    std::size_t bytes;
  };
  std::vector<block> blocks() const;
  /// The tables' size in bytes.
  std::size_t bytes() const;

  /// f(x) where the tables cannot decide: correctly rounded to `precision` bits, and on which side of the exact value it lies
  /// (negative: below). The exponent is not limited.
  struct rounded {
    double value = 0;
    int side = 0;
  };
  /// Range: nothing where 2^12 bits do not tell either.
  rounded exactly(float x, int precision) const;

  reference_tables();
  ~reference_tables();
  reference_tables(reference_tables&&) noexcept;
  reference_tables& operator=(reference_tables&&) noexcept;

private:
  struct memory;
  std::unique_ptr<memory> memory_;
  certified_reference host_;
};

/// The names of the functions that have a reference.
std::vector<std::string_view> reference_names();

} // namespace fpcheck::sweep
