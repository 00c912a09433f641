#include "ragsieve/text/icu_version.h"

#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include <array>

namespace ragsieve {

std::string icu_version() {
  UVersionInfo version;
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
  u_getVersion(version);
  u_versionToString(version, text.data());
  std::string name = std::string("icu-") + text.data();
  u_getUnicodeVersion(version);
  u_versionToString(version, text.data());
  return name + "/unicode-" + text.data();
}

}  // namespace ragsieve
