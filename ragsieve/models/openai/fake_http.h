// For tests: a client that hands out scripted results and keeps the requests, and a sleeper that
// only notes how long it would have slept.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/models/openai/endpoint.h"

namespace ragsieve {

struct FakeExchange {
  std::vector<Result<HttpResponse>> results;  // the last one again and again
  std::vector<HttpRequest> requests;
  std::vector<std::chrono::milliseconds> slept;
};

class FakeHttpClient final : public HttpClient {
 public:
  explicit FakeHttpClient(FakeExchange* exchange) : exchange_(exchange) {}
  Result<HttpResponse> send(const HttpRequest& request, const RunOptions& /*run*/) override {
    const std::size_t n = exchange_->requests.size();
    exchange_->requests.push_back(request);
    return n < exchange_->results.size() ? exchange_->results[n] : exchange_->results.back();
  }

 private:
  FakeExchange* exchange_;
};

class FakeSleeper final : public Sleeper {
 public:
  explicit FakeSleeper(FakeExchange* exchange) : exchange_(exchange) {}
  Status sleep(std::chrono::milliseconds time, const RunOptions& run) override {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    exchange_->slept.push_back(time);
    return ok_status();
  }

 private:
  FakeExchange* exchange_;
};

inline HttpResponse response(long status, std::string body, std::string type = "application/json") {
  return HttpResponse{status, std::move(type), std::nullopt, std::move(body)};
}

inline std::unique_ptr<Endpoint> fake_endpoint(FakeExchange* exchange) {
  EndpointOptions options;
  options.url = "http://host/v1/";
  options.model = "model-1";
  options.api_key = "s3cret";
  return Endpoint::open(options, std::make_unique<FakeHttpClient>(exchange),
                        std::make_unique<FakeSleeper>(exchange))
      .value();
}

}  // namespace ragsieve
