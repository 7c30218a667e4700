# Wraps apt and the CMake presets; everything else is in CMakeLists.txt.
PRESET ?= release
BUILD := build/$(PRESET)
JOBS ?= $(shell nproc)
# The Debian packages of some sections of .ci/packages.txt.
packages = $(shell awk -v wanted=' $(1) ' '/^\[/ { gsub(/[][]/, ""); take = index(wanted, " " $$1 " "); next } take { sub(/\#.*/, ""); print }' .ci/packages.txt)

.PHONY: help deps configure program build demo test fast asan exhaustive bench docs proofs install package product wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 14

deps: ## install the Debian packages that are missing: those that FOR names, of program, tests and proofs
	@missing=; for p in $(call packages,$(or $(FOR),program tests proofs)); do dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'install ok' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	  $$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qy --no-install-recommends $$missing >/dev/null; fi

# A fresh build tree precompiles the usual headers and compiles sources several at once; it stays with that, and with the levels that
# this machine runs: `make install`, `package` and `wheel` add the others.
FRESH := -DFPCHECK_PCH=ON -DFPCHECK_UNITY=ON
configure: deps
	@cmake --preset $(PRESET) -DFPCHECK_TESTS=ON $(if $(wildcard $(BUILD)/build.ninja),$(if $(LEVELS),-DFPCHECK_LEVELS=$(LEVELS)),$(FRESH) -DFPCHECK_LEVELS=$(or $(LEVELS),runnable)) >$(or $(LOG),/dev/null)

build: configure ## build the program and every test
	cmake --build $(BUILD) -j $(JOBS)

# A build tree that exists stays as it is; a fresh one is for this machine's instruction set level, without tests.
program: ## build the program only, for this machine
	@$(MAKE) --no-print-directory deps FOR=program
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET) -DFPCHECK_TESTS=OFF $(FRESH) -DFPCHECK_LEVELS=$(or $(LEVELS),native) >$(or $(LOG),/dev/null)
	cmake --build $(BUILD) -j $(JOBS) --target fpcheck_cli

demo: program ## run fpcheck on a suspect kernel and on its repaired twin
	@examples/01_first_run/demo.sh $(BUILD)/bin/fpcheck

test: build ## build and run every test that CI runs
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure -LE 'exhaustive|bench'

fast: build ## only the unit tests
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure -L unit

asan: ## the fast tests under AddressSanitizer and UBSan
	$(MAKE) fast PRESET=asan

exhaustive: configure ## the tests that run for hours
	cmake --build $(BUILD) -j $(JOBS) --target all fpcheck_exhaustive
	ctest --test-dir $(BUILD) --output-on-failure -L exhaustive

bench: configure ## every benchmark; ratios only, timings decide nothing
	cmake --build $(BUILD) -j $(JOBS) --target fpcheck_benches
	ctest --test-dir $(BUILD) -V -L bench

docs: configure ## the header reference in build/release/docs/html
	cmake --build $(BUILD) --target docs

proofs: ## every machine-checked proof
	@$(MAKE) --no-print-directory deps FOR='program proofs'
	proofs/check

# Every instruction set level, whatever was built before; no tests.
product:
	@$(MAKE) --no-print-directory deps FOR=program
	@cmake --preset $(PRESET) $(if $(wildcard $(BUILD)/build.ninja),,-DFPCHECK_TESTS=OFF $(FRESH)) -DFPCHECK_LEVELS=$(or $(LEVELS),all) >$(or $(LOG),/dev/null)
	cmake --build $(BUILD) -j $(JOBS) --target fpcheck_product

install: product ## install into PREFIX (/usr/local), for every x86-64 machine; DESTDIR is honoured
	cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

package: product ## make a Debian package in the build tree
	cpack -G DEB --config $(BUILD)/CPackConfig.cmake -B $(BUILD)

wheel: LEVELS := $(or $(LEVELS),all)
wheel: configure ## the Python package with the library inside, in build/release/wheel
	cmake --build $(BUILD) -j $(JOBS) --target wheel

clean: ## remove the build tree
	rm -rf build
