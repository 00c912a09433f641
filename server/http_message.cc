#include "server/http_message.h"

namespace ragsieve {
namespace {

const std::string* find(const std::vector<NamedText>& list, std::string_view name) {
  for (const NamedText& entry : list) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

}  // namespace

const std::string* ServerRequest::header(std::string_view name) const {
  return find(headers, name);
}

const std::string* ServerRequest::parameter(std::string_view name) const {
  return find(query, name);
}

}  // namespace ragsieve
