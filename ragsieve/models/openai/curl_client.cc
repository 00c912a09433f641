#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <utility>

#include "ragsieve/models/openai/http_client.h"

namespace ragsieve {
namespace {

constexpr int kPollMs = 50;  // between two looks at the cancel token

struct EasyDelete {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct MultiDelete {
  void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
struct ListDelete {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, EasyDelete>;
using Multi = std::unique_ptr<CURLM, MultiDelete>;
using List = std::unique_ptr<curl_slist, ListDelete>;

// What arrives, as far as it is wanted.
struct Arrival {
  std::string body;
  std::size_t most_bytes = 0;
  bool too_large = false;
};

std::size_t take(char* data, std::size_t size, std::size_t count, void* user) {
  auto* arrival = static_cast<Arrival*>(user);
  const std::size_t n = size * count;
  if (n > arrival->most_bytes - arrival->body.size()) {
    arrival->too_large = true;
    return CURL_WRITEFUNC_ERROR;
  }
  arrival->body.append(data, n);
  return n;
}

void start_library() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

List headers_of(const HttpRequest& request) {
  List list;
  const auto add = [&](const std::string& line) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    (void)list.release();
    list.reset(longer);
  };
  if (!request.is_get) add("Content-Type: application/json");
  add("Accept: application/json");
  add("Expect:");  // no waiting for a "100 Continue" that many servers never send
  if (!request.bearer.empty()) add("Authorization: Bearer " + request.bearer);
  for (const auto& [name, value] : request.headers) add(name + ": " + value);
  return list;
}

void set_options(CURL* easy, const HttpRequest& request, const List& headers, Arrival& arrival) {
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.get());
  if (request.is_get) {
    curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  } else {
    const auto size = static_cast<curl_off_t>(request.body.size());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, size);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.data());
  }
  if (!request.ca_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, request.ca_file.c_str());
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  const auto connect = std::min(request.timeout, request.connect_timeout);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect.count()));
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &arrival);
}

// Drives the transfer on the calling thread; nothing when it was cancelled.
std::optional<CURLcode> transfer(CURLM* multi, const RunOptions& run) {
  for (;;) {
    if (run.cancel.requested()) return std::nullopt;
    int n_running = 0;
    if (curl_multi_perform(multi, &n_running) != CURLM_OK) return CURLE_FAILED_INIT;
    int n_left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &n_left)) {
      if (message->msg == CURLMSG_DONE) return message->data.result;
    }
    if (n_running == 0) return CURLE_FAILED_INIT;
    curl_multi_poll(multi, nullptr, 0, kPollMs, nullptr);
    run.report("endpoint", 0, 1);
  }
}

Error error_of(CURLcode code, const HttpRequest& request, const Arrival& arrival, long status) {
  const std::string words = curl_easy_strerror(code);
  if (arrival.too_large) {
    return make_error(Code::kTooLarge, request.url + " answered more than " +
                                           std::to_string(request.max_response_bytes) +
                                           " bytes; is it the right address?");
  }
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return make_error(Code::kTimedOut, request.url + " did not answer within " +
                                           std::to_string(request.timeout.count()) +
                                           " ms; raise timeout_ms, or see whether it runs");
  }
  if (status != 0) {
    return make_error(Code::kInvalidInput, request.url + " broke off its answer after " +
                                               std::to_string(arrival.body.size()) + " bytes (" +
                                               words + "), expected a whole one");
  }
  return make_error(Code::kUnavailable,
                    "cannot reach " + request.url + ": " + words + "; see whether it runs");
}

HttpResponse response_of(CURL* easy, long status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(body);
  const char* type = nullptr;
  curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
  if (type != nullptr) response.content_type = type;
  curl_off_t seconds = 0;
  curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
  if (seconds > 0) response.retry_after = std::chrono::seconds(seconds);
  return response;
}

class CurlClient final : public HttpClient {
 public:
  CurlClient() { start_library(); }

  Result<HttpResponse> send(const HttpRequest& request, const RunOptions& run) override {
    const List headers = headers_of(request);
    Arrival arrival;
    arrival.most_bytes = request.max_response_bytes;
    const Multi multi(curl_multi_init());
    const Easy easy(curl_easy_init());
    if (!multi || !easy) return make_error(Code::kInternal, "libcurl cannot start");
    set_options(easy.get(), request, headers, arrival);
    if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) {
      return make_error(Code::kInternal, "libcurl cannot start a transfer");
    }
    const std::optional<CURLcode> code = transfer(multi.get(), run);
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    Result<HttpResponse> result = make_error(Code::kCancelled, "stopped as asked");
    if (code == CURLE_OK) result = response_of(easy.get(), status, std::move(arrival.body));
    if (code && *code != CURLE_OK) result = error_of(*code, request, arrival, status);
    curl_multi_remove_handle(multi.get(), easy.get());
    return result;
  }
};

}  // namespace

std::unique_ptr<HttpClient> make_curl_client() { return std::make_unique<CurlClient>(); }

}  // namespace ragsieve
