#include "ragsieve/models/safetensors.h"

#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kDimensions = 8;

struct DataType {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array<DataType, 12> kDataTypes{{{"F64", 8},
                                               {"F32", 4},
                                               {"F16", 2},
                                               {"BF16", 2},
                                               {"I64", 8},
                                               {"I32", 4},
                                               {"I16", 2},
                                               {"I8", 1},
                                               {"U64", 8},
                                               {"U32", 4},
                                               {"U8", 1},
                                               {"BOOL", 1}}};

Error invalid(const std::string& path, std::string field, std::string message) {
  return make_error(Code::kInvalidInput, std::move(message), Where{path, 0, std::move(field)});
}

std::optional<std::uint64_t> unsigned_of(const json::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.storage())) {
    if (*number >= 0) return static_cast<std::uint64_t>(*number);
  }
  if (const auto* number = std::get_if<std::uint64_t>(&value.storage())) return *number;
  return std::nullopt;
}

// A list of unsigned numbers, at most kDimensions of them.
std::optional<std::vector<std::uint64_t>> unsigned_list(const json::Value* value) {
  if (value == nullptr || value->array() == nullptr) return std::nullopt;
  if (value->array()->size() > kDimensions) return std::nullopt;
  std::vector<std::uint64_t> numbers;
  for (const json::Value& item : *value->array()) {
    const std::optional<std::uint64_t> number = unsigned_of(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

// Bytes that shape and data type need; nothing when the type is unknown or the product overflows.
std::optional<std::uint64_t> expected_bytes(const std::string& dtype,
                                            const std::vector<std::uint64_t>& shape) {
  std::uint64_t bytes = 0;
  for (const DataType& type : kDataTypes) {
    if (type.name == dtype) bytes = type.bytes;
  }
  if (bytes == 0) return std::nullopt;
  for (const std::uint64_t size : shape) {
    if (size != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / size) return std::nullopt;
    bytes *= size;
  }
  return bytes;
}

Result<SafeTensor> read_tensor(const json::Member& member, std::string_view data,
                               const std::string& path) {
  const auto& [name, value] = member;
  const json::Value* dtype = value.find("dtype");
  const auto shape = unsigned_list(value.find("shape"));
  const auto offsets = unsigned_list(value.find("data_offsets"));
  if (dtype == nullptr || dtype->string() == nullptr || !shape || !offsets ||
      offsets->size() != 2) {
    return invalid(path, name, "expected dtype, shape and two data_offsets");
  }
  const std::uint64_t begin = (*offsets)[0];
  const std::uint64_t end = (*offsets)[1];
  if (begin > end || end > data.size()) {
    return invalid(path, name,
                   "data_offsets are " + std::to_string(begin) + " to " + std::to_string(end) +
                       ", the file holds " + std::to_string(data.size()) + " bytes of tensors");
  }
  const std::optional<std::uint64_t> bytes = expected_bytes(*dtype->string(), *shape);
  if (!bytes || *bytes != end - begin) {
    return invalid(path, name, "size does not fit its shape and data type");
  }
  return SafeTensor{name, *dtype->string(), *shape, data.substr(begin, end - begin)};
}

}  // namespace

Result<std::vector<SafeTensor>> read_safetensors(std::string_view file, const std::string& path) {
  if (file.size() < kLengthBytes) return invalid(path, "", "is too short for a safetensors file");
  std::uint64_t header_bytes = 0;
  std::memcpy(&header_bytes, file.data(), kLengthBytes);
  if (header_bytes > limits::kSafetensorsHeaderBytes || header_bytes > file.size() - kLengthBytes) {
    return invalid(path, "header",
                   "has " + std::to_string(header_bytes) + " bytes, at most " +
                       std::to_string(limits::kSafetensorsHeaderBytes) +
                       " and the file's size are expected");
  }
  json::Reader reader;
  Result<json::Value> header = reader.parse(file.substr(kLengthBytes, header_bytes));
  if (!header.ok()) return invalid(path, "header", header.error().message);
  if (header->object() == nullptr) return invalid(path, "header", "expected a JSON object");
  const std::string_view data = file.substr(kLengthBytes + header_bytes);
  std::vector<SafeTensor> tensors;
  std::set<std::string_view> names;
  for (const json::Member& member : *header->object()) {
    if (member.first == "__metadata__") continue;
    if (!names.insert(member.first).second) return invalid(path, member.first, "occurs twice");
    RAGSIEVE_TRY(SafeTensor tensor, read_tensor(member, data, path));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace ragsieve
