# Wraps apt and the CMake presets; everything else is in CMakeLists.txt.
PRESET ?= release
BUILD := build/$(PRESET)
JOBS ?= $(shell nproc)
PACKAGES := $(shell sed 's/\#.*//' .ci/packages.txt)

.PHONY: help deps configure build demo test fast asan exhaustive bench docs proofs install package wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 14

deps: ## install the Debian packages that are missing
	@missing=; for p in $(PACKAGES); do dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'install ok' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	  $$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -qy --no-install-recommends $$missing >/dev/null; fi

configure: deps
	@cmake --preset $(PRESET) >$(or $(LOG),/dev/null)

build: configure ## build everything
	cmake --build $(BUILD) -j $(JOBS)

demo: configure ## run fpcheck on a suspect kernel and on its repaired twin
	cmake --build $(BUILD) -j $(JOBS) --target fpcheck_cli
	@examples/01_first_run/demo.sh $(BUILD)/bin/fpcheck

test: build ## build and run every test that CI runs
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure -LE 'exhaustive|bench'

fast: build ## only the unit tests
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure -L unit

asan: ## the fast tests under AddressSanitizer and UBSan
	$(MAKE) fast PRESET=asan

exhaustive: build ## the tests that run for hours
	ctest --test-dir $(BUILD) --output-on-failure -L exhaustive

bench: build ## every benchmark; ratios only, timings decide nothing
	ctest --test-dir $(BUILD) -V -L bench

docs: configure ## the header reference in build/release/docs/html
	cmake --build $(BUILD) --target docs

proofs: deps ## every machine-checked proof
	proofs/check

install: build ## install into PREFIX (/usr/local); DESTDIR is honoured
	cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

package: build ## make a Debian package in the build tree
	cpack -G DEB --config $(BUILD)/CPackConfig.cmake -B $(BUILD)

wheel: configure ## the Python package with the library inside, in build/release/wheel
	cmake --build $(BUILD) -j $(JOBS) --target wheel

clean: ## remove the build tree
	rm -rf build
