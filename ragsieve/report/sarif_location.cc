#include "ragsieve/report/sarif_location.h"

#include <utility>

#include "ragsieve/base/percent_encoding.h"
#include "ragsieve/report/record_json.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;

// Bytes, and line and column in code points where the spanned text says where the end is.
Object region(const Span& span, bool show_text) {
  Object object = {{"byteOffset", span.range.start},
                   {"byteLength", span.range.end - span.range.start}};
  if (span.line > 0 && span.text.size() == span.range.end - span.range.start) {
    std::uint64_t line = span.line;
    std::uint64_t column = span.column;
    for (const char c : span.text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte == '\n') {
        ++line;
        column = 1;
      } else if ((byte & 0xC0U) != 0x80U) {
        ++column;
      }
    }
    object.insert(object.end(), {{"startLine", span.line},
                                 {"startColumn", span.column},
                                 {"endLine", line},
                                 {"endColumn", column}});
  }
  if (show_text) object.emplace_back("snippet", Object{{"text", span.text}});
  return object;
}

std::string uri_of_input(const std::string& path) {
  return path.empty() || path == "-" ? "stdin" : uri_of_path(path);
}

// Of a field of a record, nested in the record's file.
std::string uri_of_field(const std::string& qualified, const std::string& field) {
  return "/" + percent_encoded(qualified) + "/" + percent_encoded(field);
}

Object logical(const std::string& name, const std::string& qualified, std::string_view kind) {
  return Object{{"name", name}, {"fullyQualifiedName", qualified}, {"kind", kind}};
}

Object span_location(Object place, const std::string& qualified, const Span& span, bool show_text) {
  return Object{
      {"physicalLocation",
       Object{{"artifactLocation", std::move(place)}, {"region", region(span, show_text)}}},
      {"logicalLocations", Array{logical(span.field, qualified + "/" + span.field, "property")}},
      {"message", Object{{"text", sarif_text(span.rule)}}},
      {"properties", Object{{"rule", span.rule}, {"weight", rounded(span.weight)}}}};
}

}  // namespace

std::string uri_of_path(std::string_view path) {
  const std::string encoded = percent_encoded(path, "/");
  return encoded.starts_with("/") ? "file://" + encoded : encoded;
}

std::string sarif_text(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '\\' || c == '[' || c == ']') out += '\\';
    if (c == '{' || c == '}') out += c;
    out += c;
  }
  return out;
}

SarifLocations::SarifLocations(const ReportOptions& options, SarifInput input) : options_(options) {
  if (input == SarifInput::kOne) {
    static_cast<void>(artifact(uri_of_input(options.input_path), std::nullopt));
  }
}

std::size_t SarifLocations::artifact(const std::string& uri, std::optional<std::size_t> parent) {
  const std::string key = (parent ? std::to_string(*parent) : "") + " " + uri;
  const auto [entry, is_new] = index_of_artifact_.try_emplace(key, artifacts_.size());
  if (is_new) {
    Object object = {{"location", Object{{"uri", uri}}}};
    if (parent) object.emplace_back("parentIndex", *parent);
    artifacts_.emplace_back(std::move(object));
  }
  return entry->second;
}

Object SarifLocations::document(const std::string& id, const std::string& qualified) {
  const json::Value* input = artifacts_.front().find("location")->find("uri");
  Object place = {{"uri", *input}, {"index", 0}};
  if (options_.input_is_folder) {
    const std::string uri = uri_of_path(options_.input_path + "/" + id);
    place = {{"uri", uri}, {"index", artifact(uri, std::nullopt)}};
  }
  return Object{{"physicalLocation", Object{{"artifactLocation", std::move(place)}}},
                {"logicalLocations", Array{logical(id, qualified, "object")}}};
}

Object SarifLocations::span(const std::string& id, const std::string& qualified, const Span& span) {
  if (options_.input_is_folder) {
    const std::string uri = uri_of_path(options_.input_path + "/" + id);
    return span_location({{"uri", uri}, {"index", artifact(uri, std::nullopt)}}, qualified, span,
                         options_.show_text);
  }
  const std::string uri = uri_of_field(qualified, span.field);
  return span_location({{"uri", uri}, {"index", artifact(uri, 0)}}, qualified, span,
                       options_.show_text);
}

Object SarifLocations::document(const SarifFile& file) {
  const std::string uri = uri_of_input(file.path);
  Object place = {{"uri", uri}, {"index", artifact(uri, std::nullopt)}};
  return Object{{"physicalLocation", Object{{"artifactLocation", std::move(place)}}},
                {"logicalLocations", Array{logical(file.id, file.id, "object")}}};
}

Object SarifLocations::span(const SarifFile& file, const Span& span) {
  std::string uri = uri_of_input(file.path);
  std::size_t index = artifact(uri, std::nullopt);
  if (file.is_record) {
    uri = uri_of_field(file.id, span.field);
    index = artifact(uri, index);
  }
  return span_location({{"uri", uri}, {"index", index}}, file.id, span, options_.show_text);
}

Object SarifLocations::error(const Where& where) {
  Object place = {{"artifactLocation", Object{{"uri", uri_of_path(where.path)}}}};
  if (where.line > 0) place.emplace_back("region", Object{{"startLine", where.line}});
  Object location = {{"physicalLocation", std::move(place)}};
  if (!where.field.empty()) {
    location.emplace_back("logicalLocations", Array{logical(where.field, where.field, "property")});
  }
  return location;
}

}  // namespace ragsieve
