#include "server/api/page_routes.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "server/problem.h"

namespace ragsieve::api {
namespace {

// Nothing from elsewhere, nothing inline, in no frame.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kTypes{
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".svg", "image/svg+xml"}}};

std::string type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return std::string(type);
  }
  return "application/octet-stream";
}

ServerResponse file_answer(std::span<const EmbeddedFile> files, const std::string& path,
                           const Call& call) {
  for (const EmbeddedFile& file : files) {
    if (file.path != path) continue;
    ServerResponse response;
    response.content_type = type_of(path);
    response.body = std::string(file.text());
    response.headers = {{"Content-Security-Policy", kPolicy}, {"Referrer-Policy", "no-referrer"}};
    return response;
  }
  const char* why = files.empty() ? "this build has no page; everything is in /openapi.json"
                                  : "the page has no such file";
  return problem(404, "not_found", why, call.request.id);
}

Route page_route(const char* path, const char* summary, const char* type) {
  Route route;
  route.method = "GET";
  route.path = path;
  route.summary = summary;
  route.open = true;
  route.answers = {{200, "the file", "", type},
                   {404, "it is not there", "Problem", "application/problem+json"}};
  return route;
}

}  // namespace

std::vector<Route> page_routes(std::span<const EmbeddedFile> files) {
  Route index = page_route("/", "The reviewers' page", "text/html");
  index.function = [files](const Call& call) { return file_answer(files, "index.html", call); };
  Route asset = page_route("/assets/{file}", "A script or stylesheet of the page", "*/*");
  asset.function = [files](const Call& call) {
    return file_answer(files, "assets/" + call.at("file"), call);
  };
  return {std::move(index), std::move(asset)};
}

}  // namespace ragsieve::api
