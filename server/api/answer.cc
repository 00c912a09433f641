#include "server/api/answer.h"

#include <charconv>
#include <limits>
#include <utility>

#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/service/job_runner.h"
#include "server/problem.h"

namespace ragsieve::api {
namespace {

constexpr std::uint64_t kRetryAfterS = 5;
constexpr std::uint64_t kRetryAfterQueueS = 30;  // a job takes longer than a request
constexpr std::int64_t kSecond = 1'000'000;      // microseconds

std::string range_text(const QueryNumber& number) {
  std::string text = "a whole number from " + std::to_string(number.least);
  if (number.most != std::numeric_limits<std::int64_t>::max()) {
    text += " to " + std::to_string(number.most);
  }
  return text;
}

// A parameter is quoted in an error only where it is short.
std::string shown(const std::string& text) {
  return text.size() <= 40 ? "'" + text + "'" : std::to_string(text.size()) + " bytes";
}

}  // namespace

Result<json::Value> body_of(const Call& call) {
  json::Reader reader;
  RAGSIEVE_TRY(json::Value body, reader.parse(call.request.body));
  if (body.object() == nullptr) {
    return make_error(Code::kInvalidInput, "the body is a JSON " + std::string(body.type_name()) +
                                               ", expected an object");
  }
  return body;
}

ServerResponse json_answer(const json::Value& body, int status) {
  ServerResponse response;
  response.status = status;
  response.body = json::dump(body);
  return response;
}

ServerResponse list_answer(json::Array items, std::optional<std::int64_t> next) {
  return json_answer(json::Object{{"items", std::move(items)},
                                  {"next", next ? json::Value(*next) : json::Value()}});
}

ServerResponse error_answer(const Error& error, const Call& call) {
  if (is_queue_full(error)) {
    return busy(429, error.message, kRetryAfterQueueS, call.request.id);
  }
  const int status = http_status(error.code);
  if (status < 500 && status != 499) return problem_of(error, call.request.id);
  const int told = error.code == Code::kNoSpace ? status : 503;
  ServerResponse response = problem(told, code_name(error.code), error.message, call.request.id);
  response.headers.emplace_back("Retry-After", std::to_string(kRetryAfterS));
  return response;
}

std::function<ServerResponse(const Call&)> answering(Handler handler) {
  return [handler = std::move(handler)](const Call& call) -> ServerResponse {
    Result<ServerResponse> answer = handler(call);
    return answer.ok() ? std::move(answer).value() : error_answer(answer.error(), call);
  };
}

Result<std::int64_t> query_number(const Call& call, const QueryNumber& number) {
  const std::string* text = call.request.parameter(number.name);
  if (text == nullptr) return number.otherwise;
  std::int64_t value = 0;
  const char* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && value >= number.least && value <= number.most) {
    return value;
  }
  return make_error(Code::kInvalidArgument,
                    "found " + shown(*text) + ", expected " + range_text(number),
                    Where{"", 0, number.name});
}

std::string time_text(std::int64_t time_us) {
  std::string text = format_utc(time_us / kSecond);
  std::string micros = std::to_string(time_us % kSecond);
  micros.insert(0, 6 - micros.size(), '0');
  text.insert(text.size() - 1, "." + micros);
  return text;
}

json::Value optional_time(const std::optional<std::int64_t>& time_us) {
  return time_us ? json::Value(time_text(*time_us)) : json::Value();
}

}  // namespace ragsieve::api
