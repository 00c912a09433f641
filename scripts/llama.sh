#!/usr/bin/env bash
# Builds llama.cpp as static libraries for this machine's CPU, once, into the cache folder outside
# the tree; a second call only prints where it lies. The source is the pinned sdist of
# scripts/pins.sh, of which only vendor/llama.cpp is unpacked.
# The last line on stdout is the prefix: give it to CMake as RAGSIEVE_LLAMA_DIR.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# One ggml thread pool of our own: no OpenMP, no BLAS backend (two spinning pools on few cores).
# The CPU's own instructions, but not AMX: its tile state is lost between calls on some virtual
# machines (an illegal instruction in tinygemm_kernel_amx), and AVX-512 serves these models well.
cpu_flags="-march=native"
if [[ $(uname -m) == x86_64 ]]; then
  cpu_flags+=" -mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
fi
options=(
  -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
  -DGGML_OPENMP=OFF -DGGML_NATIVE=OFF -DGGML_SSE42=OFF -DGGML_AVX=OFF -DGGML_AVX2=OFF
  -DGGML_BMI2=OFF -DGGML_FMA=OFF -DGGML_F16C=OFF -DGGML_BLAS=OFF -DLLAMA_BUILD_COMMON=OFF
  -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_TESTS=OFF
  -DLLAMA_BUILD_SERVER=OFF -DLLAMA_CURL=OFF
  "-DCMAKE_C_FLAGS=$cpu_flags" "-DCMAKE_CXX_FLAGS=$cpu_flags"
)

# What the libraries' bytes depend on: source, options, compiler and the CPU it compiles for.
build_key() {
  {
    printf '%s\n' "$LLAMA_SHA256" "${options[@]}"
    "${CXX:-c++}" --version | head -n 1
    "${CXX:-c++}" -march=native -Q --help=target 2>/dev/null ||
      grep -m 1 -E '^(flags|Features)' /proc/cpuinfo || uname -m
  } | sha256sum | cut -c1-12
}

lay_out() { # lay_out SOURCE BUILD PREFIX
  mkdir -p "$3/include" "$3/lib"
  cp "$1"/include/llama.h "$1"/ggml/include/ggml*.h "$1"/ggml/include/gguf.h "$3/include/"
  cp "$2"/src/libllama.a "$2"/ggml/src/libggml.a "$2"/ggml/src/libggml-base.a \
    "$2"/ggml/src/libggml-cpu.a "$3/lib/"
  cp "$1"/LICENSE "$3/LICENSE.llama.cpp"
}

build_llama() { # build_llama PREFIX
  local work="$1.work" source
  rm -rf "$1" "$work"
  mkdir -p "$work"
  fetch_sdist "$LLAMA_PACKAGE" "$LLAMA_VERSION" "$LLAMA_FILE" "$LLAMA_SHA256"
  tar -xzf "$RAGSIEVE_DOWNLOADS/$LLAMA_FILE" -C "$work" --strip-components=1 \
    "${LLAMA_FILE%.tar.gz}/vendor/llama.cpp"
  source="$work/vendor/llama.cpp"
  say "building llama.cpp (about two minutes on two cores; log: $RAGSIEVE_DOWNLOADS/logs)"
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  # The working folder's name holds a digest of its own: ccache must not see it.
  export CCACHE_BASEDIR="$work" CCACHE_NOHASHDIR=1
  run_logged llama-configure cmake -S "$source" -B "$work/build" -G Ninja \
    "${options[@]}" "${launcher[@]}"
  run_logged llama-build cmake --build "$work/build" --target llama --parallel "$RAGSIEVE_JOBS"
  lay_out "$source" "$work/build" "$1"
  rm -rf "$work"
  touch "$1/complete"
}

main() {
  need_command cmake "run scripts/setup.sh"
  need_command ninja "run scripts/setup.sh"
  mkdir -p "$RAGSIEVE_DOWNLOADS"
  local prefix
  prefix="$RAGSIEVE_DOWNLOADS/llama-$LLAMA_VERSION-$(build_key)"
  exec 9>"$RAGSIEVE_DOWNLOADS/llama.lock"
  flock 9
  if [[ -f $prefix/complete ]]; then
    say "llama.cpp is built already"
  else
    build_llama "$prefix"
  fi
  printf '%s\n' "$prefix"
}

main
