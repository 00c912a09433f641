#include "ragsieve/index/index_manifest.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

// Reads members of one object and remembers the first thing that is wrong with them, so that a
// caller can read them all and ask once.
class Members {
 public:
  Members(const json::Value& object, std::string path, std::string prefix)
      : object_(object), path_(std::move(path)), prefix_(std::move(prefix)) {}

  std::string text(std::string_view name) {
    const json::Value* value = find(name);
    if (value == nullptr) return {};
    if (const std::string* text = value->string()) return *text;
    fail(name, "is " + std::string(value->type_name()) + ", expected a string");
    return {};
  }

  Digest digest(std::string_view name) {
    const std::string hex = text(name);
    if (error_) return {};
    const std::optional<Digest> digest = digest_from_hex(hex);
    if (!digest) fail(name, "is no digest, expected 64 hexadecimal digits");
    return digest.value_or(Digest{});
  }

  std::uint64_t number(std::string_view name, std::uint64_t most) {
    const json::Value* value = find(name);
    if (value == nullptr) return 0;
    std::optional<std::uint64_t> number;
    if (const auto* whole = std::get_if<std::uint64_t>(&value->storage())) number = *whole;
    if (const auto* whole = std::get_if<std::int64_t>(&value->storage()); whole && *whole >= 0) {
      number = static_cast<std::uint64_t>(*whole);
    }
    if (!number || *number > most) {
      fail(name, "is " + json::dump(*value).substr(0, 40) +
                     ", expected a whole number of at most " + std::to_string(most));
    }
    return number.value_or(0);
  }

  // Null, and an error, when the member is not what Kind is.
  const json::Value* object(std::string_view name) {
    const json::Value* value = find(name);
    if (value == nullptr || value->object() != nullptr) return value;
    fail(name, "is " + std::string(value->type_name()) + ", expected an object");
    return nullptr;
  }

  const json::Array* array(std::string_view name) {
    const json::Value* value = find(name);
    if (value == nullptr || value->array() != nullptr) return value ? value->array() : nullptr;
    fail(name, "is " + std::string(value->type_name()) + ", expected an array");
    return nullptr;
  }

  void fail(std::string_view name, std::string message) {
    if (error_) return;
    error_ = make_error(Code::kCorrupt, std::move(message),
                        Where{path_, 0, prefix_ + std::string(name)});
  }

  [[nodiscard]] Status status() const { return error_ ? Status(*error_) : ok_status(); }

 private:
  const json::Value* find(std::string_view name) {
    const json::Value* value = object_.find(name);
    if (value == nullptr) fail(name, "is missing; build the index again");
    return value;
  }

  const json::Value& object_;
  std::string path_;
  std::string prefix_;
  std::optional<Error> error_;
};

Result<IndexEncoder> parse_encoder(const json::Value& value, const std::string& path) {
  Members members(value, path, "encoder.");
  IndexEncoder encoder;
  encoder.name = members.text("name");
  encoder.file_digest = members.digest("sha256");
  encoder.engine = members.text("engine");
  encoder.tokenizer = members.text("tokenizer");
  encoder.max_tokens = members.number("max_tokens", std::numeric_limits<std::int32_t>::max());
  encoder.pooling = members.text("pooling");
  encoder.query_prefix = members.text("query_prefix");
  encoder.passage_prefix = members.text("passage_prefix");
  encoder.layer =
      static_cast<int>(members.number("layer", std::numeric_limits<std::int32_t>::max()));
  RAGSIEVE_CHECK(members.status());
  return encoder;
}

// A file in the folder of the manifest, and nowhere else.
bool is_plain_name(const std::string& name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !name.empty() && name.size() <= 255 && name.front() != '.' &&
         name.find_first_not_of(kAllowed) == std::string::npos;
}

Result<IndexSegment> parse_segment(const json::Value& value, std::size_t index,
                                   const std::string& path) {
  Members members(value, path, "segments[" + std::to_string(index) + "].");
  IndexSegment segment;
  segment.kind = members.text("kind");
  segment.file = members.text("file");
  segment.sha256 = members.digest("sha256");
  segment.bytes = members.number("bytes", std::numeric_limits<std::int64_t>::max());
  RAGSIEVE_CHECK(members.status());
  if (!is_plain_name(segment.file)) members.fail("file", "is not the name of a file beside it");
  RAGSIEVE_CHECK(members.status());
  return segment;
}

Error wrong_schema(std::uint64_t schema, const std::string& path) {
  return make_error(Code::kUnavailable,
                    "is " + std::to_string(schema) + ", this version reads " +
                        std::to_string(IndexManifest::kSchema) + "; build the index again",
                    Where{path, 0, "schema"});
}

}  // namespace

const IndexSegment* IndexManifest::segment(std::string_view kind) const {
  const auto found =
      std::find_if(segments.begin(), segments.end(),
                   [&](const IndexSegment& segment) { return segment.kind == kind; });
  return found == segments.end() ? nullptr : &*found;
}

std::string to_json(const IndexManifest& manifest) {
  json::Array segments;
  for (const IndexSegment& segment : manifest.segments) {
    segments.emplace_back(json::Object{{"kind", segment.kind},
                                       {"file", segment.file},
                                       {"sha256", to_hex(segment.sha256)},
                                       {"bytes", segment.bytes}});
  }
  const IndexEncoder& encoder = manifest.encoder;
  json::Object made_by{{"name", encoder.name},
                       {"sha256", to_hex(encoder.file_digest)},
                       {"engine", encoder.engine},
                       {"tokenizer", encoder.tokenizer},
                       {"max_tokens", std::uint64_t{encoder.max_tokens}},
                       {"pooling", encoder.pooling},
                       {"query_prefix", encoder.query_prefix},
                       {"passage_prefix", encoder.passage_prefix},
                       {"layer", encoder.layer}};
  return json::dump(json::Object{{"schema", IndexManifest::kSchema},
                                 {"encoder", std::move(made_by)},
                                 {"source", manifest.source},
                                 {"dim", std::uint64_t{manifest.dim}},
                                 {"n_rows", std::uint64_t{manifest.n_rows}},
                                 {"corpus_sha256", to_hex(manifest.corpus_digest)},
                                 {"segments", std::move(segments)}}) +
         "\n";
}

Result<IndexManifest> parse_index_manifest(std::string_view bytes, const std::string& path) {
  json::Reader reader;
  const Result<json::Value> root = reader.parse(bytes);
  if (!root.ok()) return make_error(Code::kCorrupt, root.error().message, Where{path, 0, ""});
  if (root->object() == nullptr) {
    return make_error(Code::kCorrupt, "is no JSON object", Where{path, 0, ""});
  }
  Members members(*root, path, "");
  const std::uint64_t schema = members.number("schema", std::numeric_limits<std::int32_t>::max());
  RAGSIEVE_CHECK(members.status());
  if (schema != IndexManifest::kSchema) return wrong_schema(schema, path);
  IndexManifest manifest;
  manifest.source = members.text("source");
  manifest.dim = members.number("dim", limits::kDimension);
  manifest.n_rows = members.number("n_rows", limits::kCorpusRecords);
  manifest.corpus_digest = members.digest("corpus_sha256");
  if (manifest.dim == 0) members.fail("dim", "is 0, expected at least 1");
  const json::Value* encoder = members.object("encoder");
  const json::Array* segments = members.array("segments");
  RAGSIEVE_CHECK(members.status());
  RAGSIEVE_TRY(manifest.encoder, parse_encoder(*encoder, path));
  for (std::size_t i = 0; i < segments->size(); ++i) {
    RAGSIEVE_TRY(IndexSegment segment, parse_segment((*segments)[i], i, path));
    manifest.segments.push_back(std::move(segment));
  }
  return manifest;
}

}  // namespace ragsieve
