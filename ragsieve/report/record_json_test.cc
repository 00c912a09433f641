// The rounding of numbers, and spans and errors as JSON.
#include "ragsieve/report/record_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ragsieve {
namespace {

TEST(RecordJson, RoundsToNineDecimals) {
  EXPECT_EQ(json::dump(rounded(1.0 / 3)), "0.333333333");
  EXPECT_EQ(json::dump(rounded(0.1 + 0.2)), "0.3");
  EXPECT_EQ(json::dump(rounded(-2.0 / 3)), "-0.666666667");
  EXPECT_EQ(json::dump(rounded(123.4567890123)), "123.456789012");
  EXPECT_EQ(json::dump(rounded(-0.0)), "0.0");
  EXPECT_EQ(rounded(12345678.123456789), 12345678.123456789);
}

TEST(RecordJson, SmallNumbersKeepNineDigits) {
  EXPECT_EQ(rounded(1.23456789012e-20), 1.23456789e-20);
  EXPECT_EQ(rounded(-9.9999999999e-7), -1e-6);
  EXPECT_GT(rounded(std::numeric_limits<double>::denorm_min()), 0);
}

TEST(RecordJson, WhatIsNotFiniteIsNull) {
  EXPECT_EQ(json::dump(rounded(std::nan(""))), "null");
  EXPECT_EQ(json::dump(rounded(-std::numeric_limits<double>::infinity())), "null");
}

TEST(RecordJson, SpanNamesItsFieldAndPlace) {
  const Span span = {"title", {2, 9}, 1, 3, "rsq.surprisal", 0.5, "gibberi"};
  EXPECT_EQ(json::dump(to_json(span, true)),
            R"({"field":"title","start":2,"end":9,"line":1,"column":3,"rule":"rsq.surprisal",)"
            R"("weight":0.5,"text":"gibberi"})");
  EXPECT_EQ(to_json(span, false).back().first, "weight");
}

TEST(RecordJson, ErrorAlwaysHasItsWholePlace) {
  EXPECT_EQ(json::dump(to_json(make_error(Code::kTooLarge, "too long"))),
            R"({"type":"error","code":"too_large","where":{"path":"","line":0,"field":""},)"
            R"("message":"too long"})");
}

}  // namespace
}  // namespace ragsieve
