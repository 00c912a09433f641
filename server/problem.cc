#include "server/problem.h"

#include <array>
#include <utility>

#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 18> kPhrases{
    {{200, "OK"},
     {201, "Created"},
     {202, "Accepted"},
     {204, "No Content"},
     {400, "Bad Request"},
     {401, "Unauthorized"},
     {403, "Forbidden"},
     {404, "Not Found"},
     {405, "Method Not Allowed"},
     {408, "Request Timeout"},
     {409, "Conflict"},
     {413, "Content Too Large"},
     {415, "Unsupported Media Type"},
     {422, "Unprocessable Content"},
     {429, "Too Many Requests"},
     {431, "Request Header Fields Too Large"},
     {503, "Service Unavailable"},
     {507, "Insufficient Storage"}}};

json::Value where_of(const Where& where) {
  json::Object object;
  if (!where.path.empty()) object.emplace_back("path", where.path);
  if (where.line != 0) object.emplace_back("line", where.line);
  if (!where.field.empty()) object.emplace_back("field", where.field);
  return object;
}

ServerResponse made(int status, std::string_view code, std::string_view detail, const Where& where,
                    std::string_view request_id) {
  json::Object body{{"type", "about:blank"},
                    {"title", reason_phrase(status)},
                    {"status", std::int64_t{status}},
                    {"code", code},
                    {"detail", detail}};
  json::Value place = where_of(where);
  if (!place.object()->empty()) body.emplace_back("where", std::move(place));
  body.emplace_back("request_id", request_id);
  ServerResponse response;
  response.status = status;
  response.content_type = "application/problem+json";
  response.body = json::dump(body);
  return response;
}

}  // namespace

std::string_view reason_phrase(int status) {
  for (const auto& [known, phrase] : kPhrases) {
    if (known == status) return phrase;
  }
  return "Error";
}

ServerResponse problem_of(const Error& error, std::string_view request_id) {
  return made(http_status(error.code), code_name(error.code), error.message, error.where,
              request_id);
}

ServerResponse problem(int status, std::string_view code, std::string_view detail,
                       std::string_view request_id) {
  return made(status, code, detail, {}, request_id);
}

ServerResponse busy(int status, std::string_view detail, std::uint64_t retry_after_s,
                    std::string_view request_id) {
  ServerResponse response = problem(status, "busy", detail, request_id);
  response.headers.emplace_back("Retry-After", std::to_string(retry_after_s));
  return response;
}

}  // namespace ragsieve
