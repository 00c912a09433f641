#include "ragsieve/connect/npy/npy_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

// A file with this dict, padded so that the numbers start at a multiple of 64.
std::string npy(std::string dict, std::size_t data_bytes, int version = 1) {
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + dict.size() + 1) % 64 != 0) dict += ' ';
  dict += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += {static_cast<char>(version), '\0'};
  for (std::size_t i = 0; i < before - 8; ++i) {
    bytes += static_cast<char>(dict.size() >> (8 * i) & 0xFFU);
  }
  return bytes + dict + std::string(data_bytes, '\0');
}

std::string dict(std::string_view descr, std::string_view order, std::string_view shape) {
  return "{'descr': " + std::string(descr) + ", 'fortran_order': " + std::string(order) +
         ", 'shape': " + std::string(shape) + ", }";
}

std::string shaped(std::string_view shape, std::size_t data_bytes = 0) {
  return npy(dict("'<f4'", "False", shape), data_bytes);
}

Error error_of(std::string_view bytes) {
  Result<NpyHeader> header = parse_npy_header(bytes);
  EXPECT_FALSE(header.ok()) << bytes;
  return header.ok() ? Error{} : std::move(header).error();
}

TEST(NpyHeader, Float32AndFloat16OfAllVersions) {
  for (const int version : {1, 2, 3}) {
    const NpyHeader f4 =
        parse_npy_header(npy(dict("'<f4'", "False", "(3, 5)"), 60, version)).value();
    EXPECT_EQ(f4.scalar, Scalar::kFloat32);
    EXPECT_EQ(f4.n_rows, 3U);
    EXPECT_EQ(f4.dim, 5U);
    EXPECT_EQ(f4.data_offset, 128U);
    EXPECT_EQ(f4.data_bytes(), 60U);
    const NpyHeader f2 =
        parse_npy_header(npy(dict("'<f2'", "False", "(3, 5)"), 30, version)).value();
    EXPECT_EQ(f2.scalar, Scalar::kFloat16);
  }
}

TEST(NpyHeader, OtherSpellingsOfTheDict) {
  for (const char* text :
       {"{'shape': (1, 2), 'fortran_order': False, 'descr': '<f4'}",
        "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(1,2,),}",
        " { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 1 , 2 ) }"}) {
    EXPECT_TRUE(parse_npy_header(npy(text, 8)).ok()) << text;
  }
}

TEST(NpyHeader, OwnHeaderIsParsedBack) {
  for (const std::size_t n_rows : {std::size_t{1}, std::size_t{123456}, limits::kCorpusRecords}) {
    const std::string header = npy_header(n_rows, 384);
    EXPECT_EQ(header.size() % 64, 0U);
    const Result<NpyHeader> parsed = parse_npy_header(header);
    EXPECT_THAT(parsed.error().message, HasSubstr("(" + std::to_string(n_rows) + ", 384) needs"));
  }
  EXPECT_EQ(npy_header(2, 3), shaped("(2, 3)"));
}

TEST(NpyHeader, WhatIsNoNpy) {
  EXPECT_THAT(error_of("").message, HasSubstr("is not a .npy file"));
  EXPECT_THAT(error_of("{\"_id\":1}").message, HasSubstr("is not a .npy file"));
  EXPECT_THAT(error_of("\x1f\x8b\x08 more").message, HasSubstr("gunzip it"));
  EXPECT_THAT(error_of("PK\x03\x04 more").message, HasSubstr(".npz archive"));
  EXPECT_THAT(error_of(npy("{}", 0, 4)).message, HasSubstr("version 4, expected 1, 2 or 3"));
  EXPECT_EQ(error_of("").code, Code::kInvalidInput);
}

TEST(NpyHeader, EveryTruncationIsAnError) {
  const std::string bytes = shaped("(2, 3)", 24);
  ASSERT_TRUE(parse_npy_header(bytes).ok());
  for (std::size_t size = 6; size < bytes.size(); ++size) {
    EXPECT_THAT(error_of(bytes.substr(0, size)).message, HasSubstr("truncated")) << size;
  }
}

TEST(NpyHeader, DataIsExactlyAsLongAsTheShapeSays) {
  EXPECT_THAT(error_of(shaped("(2, 3)", 20)).message,
              HasSubstr("is truncated: its shape (2, 3) needs 24 bytes of numbers, found 20"));
  EXPECT_THAT(error_of(shaped("(2, 3)", 25)).message, HasSubstr("has bytes left over"));
}

TEST(NpyHeader, OtherNumbersAreNamed) {
  EXPECT_THAT(error_of(npy(dict("'<f8'", "False", "(1, 2)"), 16)).message,
              HasSubstr("float64 ('<f8'), expected float32 or float16; convert it with numpy "
                        "astype('float32')"));
  EXPECT_THAT(error_of(npy(dict("'>f4'", "False", "(1, 2)"), 8)).message, HasSubstr("big-endian"));
  EXPECT_THAT(error_of(npy(dict("'<i4'", "False", "(1, 2)"), 8)).message, HasSubstr("'<i4'"));
  EXPECT_THAT(error_of(npy(dict("'|O'", "False", "(1, 2)"), 8)).message, HasSubstr("'|O'"));
  EXPECT_THAT(error_of(npy(dict("[('x', '<f4')]", "False", "(1, 2)"), 8)).message,
              HasSubstr("several fields"));
  EXPECT_THAT(error_of(npy(dict("'\x1b[2J'", "False", "(1, 2)"), 8)).message,
              HasSubstr("\\x1B[2J"));
}

TEST(NpyHeader, FortranOrderIsNamed) {
  EXPECT_THAT(error_of(npy(dict("'<f4'", "True", "(1, 2)"), 8)).message,
              HasSubstr("Fortran order, expected C order"));
}

TEST(NpyHeader, ShapeHasTwoDimensions) {
  EXPECT_THAT(error_of(shaped("()", 4)).message, HasSubstr("the shape (), expected two"));
  EXPECT_THAT(error_of(shaped("(2,)", 8)).message, HasSubstr("the shape (2,), expected two"));
  EXPECT_THAT(error_of(shaped("(2, 3, 4)", 96)).message, HasSubstr("(2, 3, 4), expected two"));
  EXPECT_THAT(error_of(shaped("(3, 0)")).message, HasSubstr("at least one row and column"));
  EXPECT_THAT(error_of(shaped("(0, 3)")).message, HasSubstr("at least one row and column"));
}

TEST(NpyHeader, Limits) {
  const std::size_t dim = limits::kDimension;
  EXPECT_TRUE(parse_npy_header(shaped("(1, " + std::to_string(dim) + ")", 4 * dim)).ok());
  const Error wide = error_of(shaped("(1, " + std::to_string(dim + 1) + ")", 4 * dim + 4));
  EXPECT_EQ(wide.code, Code::kTooLarge);
  EXPECT_THAT(wide.message, HasSubstr("vectors of 65537 values, at most 65536"));
  EXPECT_EQ(error_of(shaped("(2147483649, 1)")).code, Code::kTooLarge);
  EXPECT_EQ(error_of(shaped("(18446744073709551615, 18446744073709551615)")).code, Code::kTooLarge);
  EXPECT_THAT(error_of(shaped("(18446744073709551616, 1)")).message, HasSubstr("out of range"));
  std::string long_dict = dict("'<f4'", "False", "(1, 2)");
  long_dict += std::string(limits::kNpyHeaderBytes, ' ');
  const Error header = error_of(npy(long_dict, 8, 2));
  EXPECT_EQ(header.code, Code::kTooLarge);
  EXPECT_THAT(header.message, HasSubstr("a header of"));
}

TEST(NpyHeader, MalformedDictsAreRefused) {
  for (const char* text :
       {"", "{", "}", "{}", "[]", "{'descr'}", "{'descr': }", "{'descr': '<f4}", "{descr: '<f4'}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), 'more': 1}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1, 2)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [1, 2]}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 2)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)} x",
        "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (1, 2)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)"}) {
    EXPECT_THAT(error_of(npy(text, 8)).message, HasSubstr("header")) << text;
  }
  EXPECT_THAT(error_of(shaped("(" + std::string(200, '1') + ", 2)")).message,
              HasSubstr("out of range"));
  std::string many = "(";
  for (int i = 0; i < 100; ++i) many += "1, ";
  EXPECT_THAT(error_of(shaped(many + ")")).message, HasSubstr("fewer dimensions"));
}

TEST(NpyHeader, NumbersMustBeAligned) {
  std::string bytes = "\x93NUMPY";
  const std::string text = dict("'<f4'", "False", "(1, 2)") + "\n";
  bytes += {'\1', '\0', static_cast<char>(text.size() + 1), '\0'};
  bytes += text + " " + std::string(8, '\0');
  ASSERT_NE((10 + text.size() + 1) % 4, 0U);
  EXPECT_THAT(error_of(bytes).message, HasSubstr("expected a multiple of 4"));
}

}  // namespace
}  // namespace ragsieve
