#include "server/route_table.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ragsieve {
namespace {

// The segment before the next slash; `path` begins behind it then.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(1);  // the slash
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

bool is_parameter(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

// Whether some path matches both.
bool overlap(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view left = take_segment(a);
    const std::string_view right = take_segment(b);
    if (left != right && !is_parameter(left) && !is_parameter(right)) return false;
  }
  return a.empty() && b.empty();
}

// A segment a letter, "p" for a parameter, "n" for a name. Where two routes match, the one that
// names the segment goes first: /v1/probes/coverage, /v1/probes/{id}.
std::string kinds_of(std::string_view path) {
  std::string kinds;
  while (!path.empty()) kinds += is_parameter(take_segment(path)) ? 'p' : 'n';
  return kinds;
}

Error fault(const Route& route, const std::string& what) {
  return make_error(Code::kInternal, "the route " + route.method + " " + route.path + " " + what);
}

Status check(const Route& route) {
  if (route.path.empty() || route.path.front() != '/') return fault(route, "has no path");
  if (!route.function) return fault(route, "has no function");
  if (route.answers.empty()) return fault(route, "has no answer");
  const bool has_body = route.method == "POST" || route.method == "PUT";
  if (!route.content_types.empty() && !has_body) return fault(route, "cannot take a body");
  return ok_status();
}

}  // namespace

const std::string& Call::at(std::string_view name) const {
  static const std::string kNone;
  for (const auto& [known, value] : parameters) {
    if (known == name) return value;
  }
  return kNone;
}

bool matches_path(std::string_view pattern, std::string_view path,
                  std::vector<NamedText>& parameters) {
  parameters.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = take_segment(pattern);
    const std::string_view found = take_segment(path);
    if (is_parameter(wanted)) {
      if (found.empty()) return false;
      parameters.emplace_back(wanted.substr(1, wanted.size() - 2), found);
    } else if (wanted != found) {
      return false;
    }
  }
  return pattern.empty() && path.empty();
}

Result<RouteTable> RouteTable::of(std::vector<Route> routes) {
  for (const Route& route : routes) RAGSIEVE_CHECK(check(route));
  std::ranges::sort(routes, {}, [](const Route& route) {
    return std::tuple(kinds_of(route.path), route.path, route.method);
  });
  for (std::size_t i = 0; i < routes.size(); ++i) {
    for (std::size_t j = i + 1; j < routes.size(); ++j) {
      const bool alike = routes[i].method == routes[j].method &&
                         kinds_of(routes[i].path) == kinds_of(routes[j].path);
      if (alike && overlap(routes[i].path, routes[j].path)) {
        return fault(routes[j], "is that of " + routes[i].path);
      }
    }
  }
  RouteTable table;
  table.routes_ = std::move(routes);
  return table;
}

RouteTable::Match RouteTable::match(std::string_view method, std::string_view path) const {
  const std::string_view wanted = method == "HEAD" ? std::string_view("GET") : method;
  Match match;
  std::vector<NamedText> parameters;
  for (const Route& route : routes_) {
    if (!matches_path(route.path, path, parameters)) continue;
    if (std::ranges::find(match.allowed, route.method) == match.allowed.end()) {
      match.allowed.push_back(route.method);
    }
    if (route.method != wanted || match.route != nullptr) continue;
    match.route = &route;
    match.parameters = parameters;
  }
  return match;
}

}  // namespace ragsieve
