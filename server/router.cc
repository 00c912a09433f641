#include "server/router.h"

#include <algorithm>
#include <utility>

#include "server/problem.h"

namespace ragsieve {
namespace {

// The key of "Authorization: Bearer KEY"; nothing for other schemes.
std::optional<std::string_view> bearer_key(const ServerRequest& request) {
  const std::string* header = request.header("authorization");
  constexpr std::string_view kScheme = "bearer ";
  if (header == nullptr || header->size() <= kScheme.size()) return std::nullopt;
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char c = (*header)[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != kScheme[i]) {
      return std::nullopt;
    }
  }
  return std::string_view(*header).substr(kScheme.size());
}

// "application/json" of "Application/JSON; charset=utf-8".
std::string media_type(std::string_view header) {
  std::string type(header.substr(0, header.find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  for (char& c : type) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return type;
}

// Whether the request was made by a program of this machine for itself. A page of a browser names
// its origin, a name that was bent to this machine is no name of it, and a proxy speaks for others.
bool is_for_itself(const ServerRequest& request) {
  if (!request.is_local) return false;
  for (const char* name : {"origin", "sec-fetch-site", "forwarded", "x-forwarded-for", "via"}) {
    if (request.header(name) != nullptr) return false;
  }
  if (request.peer == "unix") return true;
  const std::string* header = request.header("host");
  if (header == nullptr) return false;
  const std::size_t colon = header->find_last_of(":]");
  const bool has_port = colon != header->npos && (*header)[colon] == ':';
  const std::string host = header->substr(0, has_port ? colon : header->npos);
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

bool may_use(const Principal& principal, const Route& route) {
  return route.any_role || may(principal.role, route.role);
}

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

ServerResponse unauthorized(const std::string& id) {
  ServerResponse response =
      problem(401, "unauthorized", "this needs a key: send 'Authorization: Bearer KEY'", id);
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

ServerResponse not_allowed(const ServerRequest& request, const std::vector<std::string>& allowed) {
  ServerResponse response = problem(
      405, "method_not_allowed",
      request.method + " is not among the methods of this path: " + joined(allowed), request.id);
  response.headers.emplace_back("Allow", joined(allowed));
  return response;
}

std::optional<ServerResponse> wrong_type(const ServerRequest& request, const Route& route) {
  if (route.content_types.empty()) return std::nullopt;
  const std::string* header = request.header("content-type");
  const std::string type = header == nullptr ? "" : media_type(*header);
  if (std::ranges::find(route.content_types, type) != route.content_types.end()) {
    return std::nullopt;
  }
  return problem(415, "unsupported_media_type",
                 "the Content-Type is " + (type.empty() ? "absent" : "'" + type + "'") +
                     ", expected " + joined(route.content_types),
                 request.id);
}

}  // namespace

std::optional<Principal> Router::principal_of(const ServerRequest& request) const {
  const std::optional<std::string_view> key = bearer_key(request);
  if (key) return options_.find_key ? options_.find_key(*key) : std::nullopt;
  if (options_.open_locally && is_for_itself(request)) return Principal{"local", Role::kAdmin};
  return std::nullopt;
}

std::variant<Admission, ServerResponse> Router::admit(const ServerRequest& head) {
  const RouteTable::Match match = table_.match(head.method, head.path);
  const bool open = match.route != nullptr && match.route->open;
  const std::optional<Principal> principal = principal_of(head);
  if (!open && !principal) return unauthorized(head.id);
  if (match.allowed.empty()) {
    return problem(404, "not_found", "there is no such path", head.id);
  }
  if (match.route == nullptr) return not_allowed(head, match.allowed);
  if (!open && !may_use(*principal, *match.route)) {
    return problem(403, "forbidden",
                   "this needs the role " + std::string(role_name(match.route->role)) +
                       ", the key has " + std::string(role_name(principal->role)),
                   head.id);
  }
  if (auto wrong = wrong_type(head, *match.route)) return *std::move(wrong);
  return Admission{match.route->lane, principal ? principal->name : head.peer};
}

ServerResponse Router::handle(const ServerRequest& request) {
  RouteTable::Match match = table_.match(request.method, request.path);
  if (match.route->content_types.empty() && !request.body.empty()) {
    return problem(400, "bad_request", "this path takes no body", request.id);
  }
  // A key that was revoked since the request was admitted is worth nothing any more.
  std::optional<Principal> principal = principal_of(request);
  if (!match.route->open && (!principal || !may_use(*principal, *match.route))) {
    return unauthorized(request.id);
  }
  const Call call{request, std::move(match.parameters), principal.value_or(Principal{})};
  return match.route->function(call);
}

}  // namespace ragsieve
