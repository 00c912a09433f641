#!/usr/bin/env bash
# Builds the reviewers' page into build/web: installs what web/package-lock.json pins (`npm ci`, its
# downloads kept outside the tree) and runs the type check and the bundler. Needs Node.js 20 and npm.
# The last line on stdout is the folder: one HTML, one script, one stylesheet.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# What is installed follows from these two files and the version of node.
lock_key() {
  {
    cat package.json package-lock.json
    node --version
  } | sha256sum | cut -c1-16
}

install_packages() {
  local stamp
  stamp="node_modules/.installed-$(lock_key)"
  if [[ -f $stamp ]]; then
    return
  fi
  say "installing the page's packages"
  run_logged web-install npm ci --cache "$RAGSIEVE_DOWNLOADS/npm" --prefer-offline
  touch "$stamp"
}

main() {
  need_command node "install Node.js 20 or later"
  need_command npm "it comes with Node.js"
  cd "$RAGSIEVE_ROOT/web"
  mkdir -p "$RAGSIEVE_DOWNLOADS"
  exec 9>"$RAGSIEVE_DOWNLOADS/web.lock"
  flock 9
  install_packages
  run_logged web-build npm run --silent build
  printf '%s\n' "$RAGSIEVE_ROOT/build/web"
}

main
