#!/usr/bin/env bash
# Installs schemathesis, which asks the service what its OpenAPI document promises, into a virtual
# environment outside the tree. The last line on stdout is the program.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
  local folder="$RAGSIEVE_DOWNLOADS/schemathesis-$SCHEMATHESIS_VERSION"
  local program="$folder/bin/schemathesis"
  if [[ ! -x $program ]]; then
    say "installing schemathesis $SCHEMATHESIS_VERSION"
    rm -rf "$folder"
    run_logged schemathesis-venv python3 -m venv "$folder"
    run_logged schemathesis-install "$folder/bin/pip" install --disable-pip-version-check \
      --only-binary ":all:" "schemathesis==$SCHEMATHESIS_VERSION"
  fi
  printf '%s\n' "$program"
}

main
