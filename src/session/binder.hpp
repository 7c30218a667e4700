#pragma once
#include "tensor_maps.hpp"
#include "textures.hpp"

#include <fpcheck/launch/value.hpp>
#include <fpcheck/session/binding.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::session {

/// A parameter as both the source and the PTX know it.
struct bound_parameter {
  std::string name;               ///< of the source, or its position
  std::optional<launch::value_type> type; ///< of the source or the mangled name
  const ptx::variable* variable = nullptr;
};

/// A value written for a parameter or for a field of it.
struct slot {
  launch::word name;         ///< as written, "p.field"
  std::string field; ///< "field", or empty
  launch::value_text value;
  std::optional<std::uint32_t> buffer; ///< made for it
};

/// The parameters of `kernel`: names and types of the source where it has the kernel, else types of the mangled name.
/// Error: the source's kernel has other parameters than the PTX's.
result<std::vector<bound_parameter>> parameters_of(const ptx::module& module, const ptx::function& kernel,
                                                   const launch::source_signatures& signatures);

/// A grid and a block from "GRID, BLOCK[, SMEM[, STREAM]]".
result<void> read_configuration(const launch::word& w, const launch::dimensions& names, const ptx::function& kernel, exec::launch& out);

/// The bytes of a scalar or a list of scalars of type `type`.
result<std::vector<std::byte>> scalar_bytes(const launch::value_text& value, tensor::dtype type, const launch::dimensions& names);
/// The elements of `[1, 2, 3]` or of `[[1, 2], [3, 4]]`, and the shape it is written in.
result<std::vector<std::byte>> list_bytes(const launch::value_text& value, tensor::dtype type, const launch::dimensions& names,
                                          tensor::shape& extents);

/// Makes buffers from values.
class buffer_maker {
public:
  buffer_maker(const binding& context, const launch::dimensions& names) : context_(context), names_(names) {}

  /// The buffer that `value` describes for a pointer of type `type`.
  result<exec::buffer> make(const std::string& name, const std::optional<launch::value_type>& type, const launch::value_text& value) const;
  /// The bytes of `value` for a variable whose element type is `fallback` where the words name none.
  result<std::vector<std::byte>> bytes(const std::string& name, tensor::dtype fallback, const launch::value_text& value) const;

private:
  result<tensor::dtype> element_type(const std::string& name, const std::optional<launch::value_type>& type,
                                     const launch::value_text& value) const;
  result<tensor::array> contents(const std::string& name, tensor::dtype type, const launch::value_text& value) const;
  result<tensor::array> from_file(const std::string& name, const std::optional<tensor::dtype>& wanted,
                                  const launch::value_text& value) const;

  const binding& context_;
  const launch::dimensions& names_;
  mutable std::uint64_t taken_ = 0; ///< by what was made so far, in bytes
};

/// Turns the launches of one case into a request. Buffers and dimensions are shared by all launches of the case.
class binder {
public:
  explicit binder(const binding& context) : context_(context), make_(context, dimensions_) {}
  result<exec::run_request> run(const launch::case_text& text);

private:
  /// The launch that is being bound.
  struct state {
    const launch::launch_text& text;
    std::vector<bound_parameter> parameters;
    std::vector<std::vector<slot>> slots; ///< what was written for each parameter
    std::vector<launch::assignment> symbols;
    std::vector<slot> tensors;            ///< that no parameter is: tensor maps and tables of pointers speak of them
    std::map<std::size_t, exec::tensor_map> maps; ///< of parameters
    std::vector<exec::argument> tables;   ///< of pointers, in buffers
    exec::launch out;
  };
  /// A tensor map with the pointer that it begins with.
  struct placed_map {
    exec::tensor_map map;
    exec::pointer_patch tensor;
  };
  /// The same of a texture or surface object.
  struct placed_texture {
    exec::texture_object object;
    exec::pointer_patch tensor;
  };

  result<const ptx::function*> select_kernel(const launch::word& name) const;
  result<void> bind(const launch::launch_text& text);
  result<void> sort_assignments(state& s);
  result<void> sort_one(const launch::assignment& a, state& s);
  diagnostic unknown_name(const launch::assignment& a, const state& s) const;
  result<void> make_buffers(state& s);
  result<void> make_buffer(const std::string& name, const std::optional<launch::value_type>& type, slot& given);
  result<void> make_one(state& s, const bound_parameter& p, slot& given);
  result<bool> make_table(state& s, const std::string& name, slot& given);
  std::optional<launch::value_type> field_type(const bound_parameter& p, const std::string& field) const;
  bool is_spoken_of(const std::string& name, const state& s) const;
  bool is_referred_to(const std::string& name) const;
  std::optional<launch::value_type> type_of_tensor(const slot& given, const state& s) const;
  result<placed_map> map_in(const launch::word& inside) const;
  result<placed_texture> texture_in(const launch::word& inside) const;
  /// What Triton's launcher passes behind a descriptor: extents, then strides. False where parameter `i` is no such.
  bool bind_descriptor_part(state& s, std::size_t i);
  result<void> bind_parameter(state& s, std::size_t i);
  result<void> bind_missing(state& s, std::size_t i);
  result<void> bind_fields(state& s, std::size_t i);
  /// Puts a value of type `type` (nothing: as the PTX says) at `offset`, where `room` bytes are.
  result<void> place(const slot& given, const std::optional<launch::value_type>& type, ptx::modifier ptx_type,
                     std::uint32_t offset, std::uint32_t room, exec::argument& out);
  result<void> place_map(const placed_map& placed, const launch::word& where, std::uint32_t offset, std::uint32_t room, exec::argument& out) const;
  /// Whether `text` is the name of a buffer, with or without an offset, and the pointer it stands for.
  result<std::optional<exec::pointer_patch>> alias(const launch::word& text) const;
  result<void> bind_symbol(const launch::assignment& a, state& s);

  const binding& context_;
  exec::run_request request_;
  launch::dimensions dimensions_;
  buffer_maker make_;
  std::map<std::string, std::uint32_t> buffers_; ///< of earlier launches, by name, the latest
  std::map<std::string, std::uint32_t> current_; ///< of the launch that is being bound
  std::vector<launch::assignment> free_dimensions_;      ///< names that no parameter has: they must be used somewhere
};

/// The element type that a PTX type tells.
std::optional<tensor::dtype> dtype_of(ptx::modifier type);

} // namespace fpcheck::session
