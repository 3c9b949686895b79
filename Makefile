# `make help`, the default, prints the targets with a text behind "##", and the lines with "#:".

PREFIX ?= /usr/local
SWIFT ?= swift
# The binary contains Swift's libraries: it starts in half the time (3.5 ms of CPU instead of 7) and
# needs no Swift. Tests need other object files, so this build has its own folder. If your Swift has
# no static libraries: make build STATIC=
STATIC = --static-swift-stdlib
BUILD = .build-static
# Debug information would hold the times of C headers' files: two builds of one commit would differ.
SHIPPED = $(STATIC) -debug-info-format none --scratch-path $(BUILD)
BINARY = $(BUILD)/release/pushfunnel
MANUAL = $(BUILD)/pushfunnel-manual
# FILE:PACKAGE; the package is installed if the file does not exist.
LIBRARIES = /usr/include/sqlite3.h:libsqlite3-dev /usr/include/zlib.h:zlib1g-dev \
    /usr/bin/pkg-config:pkg-config $(ISAL_$(shell uname -m))
# ISA-L inflates in half the time of zlib. It exists for these processors.
ISAL_x86_64 = /usr/include/isa-l/igzip_lib.h:libisal-dev
ISAL_aarch64 = $(ISAL_x86_64)
INSTALL_TOOLS = /usr/bin/strip:binutils
TEST_TOOLS = /usr/bin/sqlite3:sqlite3 /usr/bin/curl:curl
# Optional: tests of HTML pages in a browser.
BROWSER_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv \
    /usr/bin/chromium:chromium /usr/bin/java:default-jre-headless
# Optional: mails are sent to a server on the loopback.
MAIL_TOOLS = /usr/bin/msmtp:msmtp
# Optional: tests of the examples in Documentation/Instrumentation.md, by language.
EXAMPLE_TOOLS = /usr/bin/python3:python3 /usr/bin/node:nodejs /usr/bin/javac:default-jdk-headless
BENCH_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv
PACKAGE_TOOLS = /usr/bin/dh:debhelper
# For tests of the package in a clean Debian.
ROOT_TOOLS = /usr/bin/mmdebstrap:mmdebstrap
IMAGE_TOOLS = $(ROOT_TOOLS) /usr/bin/umoci:umoci /usr/bin/strip:binutils \
    /usr/bin/python3:python3
DEB_TOOLS = $(ROOT_TOOLS) /usr/bin/lintian:lintian
CHECK_TOOLS = /usr/bin/python3:python3 /usr/bin/valgrind:valgrind /usr/bin/strip:binutils
SCALE_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv \
    /usr/bin/java:default-jre-headless
ARM_CC = aarch64-linux-gnu-gcc -O2 -Wall -Wextra -Werror -static
ARM_TOOLS = /usr/bin/qemu-aarch64:qemu-user \
    /usr/bin/aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu \
    /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross
DEMO = demo
SENDS ?= 1000000
ROUNDS ?= 5
ONLY ?=
MESSAGES ?= 100000000
DIMENSIONS ?= 0
GROWN ?= 120000,1000000,5000000,20000000
DAYS_OF_LOGS ?= 14
LINES ?= 1000000
UPDATE ?=
FRESH ?=
FAULTS ?= 10
SEEDS ?= 16
DAYS ?= 152
TRIALS ?= 24
SOAK ?= 600
SEED ?= 100
TIME ?= 600
YEAR ?= 400
KEEP_COUNTS ?=
# Receivers of alerts. They are unpacked here, because apt-get would start servers.
RECEIVERS = prometheus-alertmanager prometheus
UNPACKED = .prometheus/movable
# Unpacked here: an installation takes three times as long, with compilers for C.
GO = .go/unpacked
REFERENCES = .bench/venv/installed
VALIDATOR = .browser/venv/installed
TOUR = .tour/venv/installed
# Tools that read a database (Datasette, DuckDB, pandas, polars) and mails.
READERS = .tools/venv/installed
SPARK = .spark/venv/installed
KUBERNETES = .build/kubernetes/installed
IMAGE = pushfunnel_image.tar
SCALE_SENDS ?= 120000
# Counts instructions of the test build.
CHECK = python3 -B Benchmarks/check.py --swift "$(SWIFT)"
# $(call swift_build,ARGUMENT...): `swift build` itself now and then dies of a signal in libdispatch,
# even when there is nothing to build (swiftlang/swift-package-manager#8171). It is run once more.
swift_build = $(SWIFT) build -c release $(1) \
    || { [ $$? -gt 128 ] && $(SWIFT) build -c release $(1); }
TEST = Tests/Runner/run.sh "$(SWIFT)"

.PHONY: help demo test test-fresh test-arm test-lake build install image test-image deb test-deb \
    test-reproducible faults follow-soak year sanitize fuzz \
    bench \
    bench-increment bench-growth bench-lake bench-memory bench-alerts bench-flights bench-check tour \
    lint format clean libraries tools

help: ## print this list
	@echo "make TARGET [VARIABLE=VALUE]"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p; s/^#: \(.*\)/  |  \1/p' Makefile \
	    | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

demo: ## try pushfunnel on sample logs: 4 minutes on 2 cores, mostly for the build
	@echo "The demo takes about 4 minutes on 2 cores, mostly for the build. It installs missing"
	@echo "packages, builds pushfunnel, writes sample logs into $(DEMO)/, reads them and prints a report."
	@$(call step,1/4,build pushfunnel)
	$(MAKE) --no-print-directory build
	@$(call step,2/4,write sample logs)
	rm -rf $(DEMO)
	mkdir -p $(DEMO)
	$(BINARY) sample $(DEMO)/logs
	@$(call step,3/4,read the logs into a database)
	$(BINARY) ingest --db $(DEMO)/push.db $(DEMO)/logs
	@$(call step,4/4,print the report)
	$(BINARY) report --db $(DEMO)/push.db
	@echo
	@echo "Done. Next, with your own logs:"
	@echo "  $(BINARY) inspect FOLDER                          # what do the files hold?"
	@echo "  $(BINARY) ingest FOLDER && $(BINARY) report"

step = echo && echo "== step $(1): $(2)"

test: libraries tools $(VALIDATOR) $(READERS) $(UNPACKED) $(GO) lint ## run all tests: 30 minutes on 2 cores; the log is .build/test.log
	$(call swift_build,--build-tests)
	$(TEST) -c release --skip-build --disable-xctest
	@if command -v python3 > /dev/null && command -v valgrind > /dev/null; then $(CHECK); \
	else echo "instructions are not counted: python3 or valgrind is missing"; fi

test-fresh: ## run demo and test of the last commit in a clean Debian: 1 hour
#: FRESH="root clone demo" runs some steps, FRESH=shell opens a shell
	$(call install_missing,$(ROOT_TOOLS))
	SWIFT="$(SWIFT)" Tests/Fresh/run.sh $(FRESH)

test-arm: ## compare lines and compute CRCs by ARM's instructions, on an emulator
	$(call install_missing,$(ARM_TOOLS))
	mkdir -p .build/arm
	$(ARM_CC) -ISources/CScan/include Tests/Processors/shapes.c Sources/CScan/*.c -o .build/arm/shapes
	$(ARM_CC) -ISources/CInflate/include Tests/Processors/crc.c Sources/CInflate/crc.c -o .build/arm/crc
	qemu-aarch64 .build/arm/shapes
	qemu-aarch64 .build/arm/crc

test-lake: libraries $(SPARK) ## compare a Spark cluster with SQLite: minutes; installs Spark (500 MB)
	$(call swift_build,--product pushfunnel)
	python3 -B Tests/Lake/cluster.py --binary .build/release/pushfunnel --sends $(SCALE_SENDS) \
	    --spark $(dir $(SPARK))lib/python3*/site-packages/pyspark

# Spark, from a Python package.
$(SPARK): Tests/Lake/requirements.txt
	$(call install_missing,$(SCALE_TOOLS))
	python3 -m venv --clear $(dir $@)
	$(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

build: libraries ## build .build-static/release/pushfunnel, which needs no Swift
	$(call swift_build,--product pushfunnel $(SHIPPED))

# The generator of manual pages. swift build would rebuild the other product of this folder.
$(MANUAL): $(wildcard Packaging/Manual/*.swift)
	mkdir -p $(dir $@)
	$(SWIFT)c -swift-version 6 -O $^ -o $@

install: build $(MANUAL) ## install program, manual, completions and units into PREFIX
#: PREFIX=/usr/local is the default
	$(call install_missing,$(INSTALL_TOOLS))
	BINARY=$(BINARY) MANUAL=$(MANUAL) PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" \
	    ZSH="$(ZSH)" UNITS="$(UNITS)" Packaging/install.sh

# Needs no root rights: the files of the package belong to root anyway.
deb: build $(MANUAL) ## build a Debian package
	$(call install_missing,$(PACKAGE_TOOLS))
	debian/rules clean
	BINARY=$(BINARY) MANUAL=$(MANUAL) PACKAGES=$(CURDIR) DEB_RULES_REQUIRES_ROOT=no \
	    debian/rules binary
	debian/rules clean
	@ls -l pushfunnel_*.deb

image: build ## build an OCI image for Docker, Podman and Kubernetes
	$(call install_missing,$(IMAGE_TOOLS))
	BINARY=$(BINARY) Packaging/Image/build.sh $(IMAGE)
	@ls -l $(IMAGE)

test-image: image $(KUBERNETES) ## unpack the image, run it on a read-only root, check the objects of Kubernetes
	PYTHON=$(dir $(KUBERNETES))bin/python Tests/Image/run.sh $(IMAGE)

$(KUBERNETES): Tests/Image/requirements.txt
	$(call install_missing,$(BENCH_TOOLS))
	python3 -m venv --clear $(dir $@)
	$(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

test-reproducible: libraries ## build twice from clean clones and compare the bytes: 20 minutes
	SWIFT="$(SWIFT)" Tests/Reproducible/run.sh

test-deb: deb ## install, use and remove the package in a clean Debian
	$(call install_missing,$(DEB_TOOLS))
	Tests/Package/run.sh pushfunnel_*.deb

faults: libraries tools ## crash the program at thousands of points
#: FAULTS=100 for ten times as many points
	$(call swift_build,--build-tests)
	FAULTS=$(FAULTS) $(TEST) -c release --skip-build --disable-xctest \
	    --filter 'EndToEndTests.(KillPoint|PowerCut|DiskFault|ReadFault|AlertFault|UpgradeFault)Tests'

# The tests run the program of the same build, so the program has the sanitizer, too.
sanitize: libraries tools ## run the tests under AddressSanitizer and ThreadSanitizer: 2 hours
	$(call sanitized,address,$(SANITIZED))
	$(call sanitized,thread,$(THREADED))

fuzz: libraries ## fuzz every reader, 10 minutes each
#: TIME=60 for a minute each, ONLY="gzip json" for some readers,
#: TIME=merge to keep the new inputs
	$(call install_missing,/usr/bin/python3:python3)
	export PUSHFUNNEL_FUZZ=1; $(call swift_build,--product pushfunnel-fuzz --sanitize=address \
	    --scratch-path .build-fuzz)
	Tests/Fuzz/run.sh .build-fuzz/release/pushfunnel-fuzz $(TIME) $(ONLY)

bench: build $(REFERENCES) ## compare the speed with gzip, DuckDB, chDB and Python
#: SENDS=100000 and ROUNDS=2 for less, ONLY=ingest for one part
	$(call swift_build,--product pushfunnel-stages $(SHIPPED))
	python3 -B Benchmarks/bench.py --binary $(BINARY) --sends $(SENDS) --rounds $(ROUNDS) \
	    $(ONLY:%=--only %)

bench-increment: ## measure one more hour in a store of ten days
	$(MAKE) bench ONLY=increment

bench-growth: build ## measure a store of 100 million messages: 15 minutes, 15 GB
#: MESSAGES=10000000 for less, DIMENSIONS=4 with as many dimensions
	$(call swift_build,--product pushfunnel-growth $(SHIPPED))
	python3 -B Benchmarks/growth.py --binary $(BINARY) --messages $(MESSAGES) \
	    --dimensions $(DIMENSIONS)

bench-lake: build $(SPARK) ## measure a lake as it grows to 20 million sends: an hour; installs Spark
#: GROWN=120000,1000000 for less
	python3 -B Benchmarks/lake.py --binary $(BINARY) --sends $(GROWN) \
	    --spark $(dir $(SPARK))lib/python3*/site-packages/pyspark

bench-memory: build ## measure peak memory of large and hostile logs: 3 GB of disk
#: DAYS_OF_LOGS=1 LINES=100000 for less
	python3 -B Benchmarks/memory.py --binary $(BINARY) --days $(DAYS_OF_LOGS) --lines $(LINES)

bench-alerts: build ## count false alarms and found drops in simulated traffic: minutes
#: SEEDS=4 DAYS=90 TRIALS=4 for less
	$(call swift_build,--product pushfunnel-alerts $(SHIPPED))
	python3 -B Benchmarks/alerts.py --binary $(BINARY) --seeds $(SEEDS) --days $(DAYS) \
	    --trials $(TRIALS)

bench-flights: build ## judge the alerts on real traffic, a year of departures: a minute; downloads 9 MB
	$(call install_missing,/usr/bin/python3:python3)
	python3 -B Benchmarks/flights.py --binary $(BINARY)

follow-soak: libraries tools $(READERS) ## rotate and follow logs, kill followers: twice SOAK seconds
#: SOAK=600 and SEED=100 are the defaults
	$(call swift_build,--build-tests)
	FOLLOW_SECONDS=$(SOAK) FOLLOW_SEED=$(SEED) $(TEST) -c release --skip-build \
	    --disable-xctest --filter FollowTests
	python3 -B Tests/Follow/readers.py --binary .build/release/pushfunnel --seconds $(SOAK) \
	    --datasette $(dir $(READERS))bin/datasette

year: build tools ## simulate 400 days of production and compare them with their truth: 30 minutes
#: YEAR=40 for less, KEEP_COUNTS=150 deletes older counts
	$(call install_missing,/usr/bin/python3:python3 /usr/bin/curl:curl)
	$(call swift_build,--product PushfunnelFaults)
	python3 -B Tests/Year/year.py --binary $(BINARY) --days $(YEAR) --verbose \
	    $(if $(KEEP_COUNTS),--keep-counts $(KEEP_COUNTS)) \
	    --faults .build/release/libPushfunnelFaults.so

$(READERS): Tests/Tools/requirements.txt | tools
	python3 -m venv --clear $(dir $@) \
	    && $(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $< \
	    && touch $@ || echo "not installed: Datasette, DuckDB, pandas, polars and mails are not tested"

bench-check: libraries ## count instructions, and fail if they exceed the recorded counts
#: UPDATE=1 records new counts
	$(call install_missing,$(CHECK_TOOLS))
	$(call swift_build,--build-tests)
	$(CHECK) $(if $(UPDATE),--update)

# The tools for comparison, in the measured versions.
$(REFERENCES): Benchmarks/references/requirements.txt
	$(call install_missing,$(BENCH_TOOLS))
	python3 -m venv --clear .bench/venv
	.bench/venv/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# The Nu Html Checker and axe-core, from Python packages whose own needs are not needed.
$(VALIDATOR): Tests/Browser/requirements.txt | tools
	python3 -m venv --clear .browser/venv \
	    && .browser/venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
	        --requirement $< \
	    && touch $@ || echo "not installed: pages are not validated"

# If a Debian release lacks them, the tests of these receivers are skipped. Debian's Alertmanager
# opens its templates below /usr/share, where only root can write: sed replaces that path by a
# relative path of the same length, and the tests start the program in .prometheus. A preloaded
# library does not work, because Go opens files without libc, and a mount needs root rights.
$(UNPACKED): | tools
	rm -rf $(dir $@)
	mkdir $(dir $@)
	root=""; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	cd $(dir $@) && { apt-get download -qq $(RECEIVERS) \
	    || { $$root apt-get update -qq && apt-get download -qq $(RECEIVERS); } } \
	    && for package in *.deb; do dpkg -x $$package . || exit 1; done \
	    && rm *.deb \
	    && LC_ALL=C sed -i 's,/usr/share/prometheus/alertmanager,usr/share/prometheus/alertmanager/,g' \
	        usr/bin/prometheus-alertmanager && touch $(notdir $@) \
	    || echo "not unpacked: Alertmanager and Prometheus are not tested"

$(GO): | tools
	rm -rf $(dir $@)
	mkdir $(dir $@)
	if command -v go > /dev/null; then touch $@; exit; fi; \
	packages=$$(apt-cache depends golang-go 2> /dev/null \
	    | sed -n 's/.*Depends: \(golang-[0-9.]*\)-go$$/\1-go \1-src/p'); \
	cd $(dir $@) && [ -n "$$packages" ] && apt-get download -qq $$packages \
	    && for package in *.deb; do dpkg -x $$package . || exit 1; done \
	    && rm *.deb && mv usr/lib/go-* usr/lib/go && touch $(notdir $@) \
	    || echo "not unpacked: the example in Go is not tested"

tour: build $(TOUR) ## draw the screenshots of Documentation/Tour.md
	$(dir $(TOUR))bin/python -B Documentation/Tour/tour.py $(BINARY)

$(TOUR): Documentation/Tour/requirements.txt
	$(call install_missing,/usr/share/doc/python3-venv:python3-venv /usr/bin/chromium:chromium)
	python3 -m venv --clear $(dir $@)
	$(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

lint: ## check the format of the sources
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks \
	    Packaging
	@! git grep --quiet '"revision"' HEAD -- Package.resolved 2> /dev/null || { \
	    echo "Package.resolved is committed with commit IDs: see Tests/README.md"; exit 1; }

format: ## fix the format of the sources
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests \
	    Benchmarks Packaging

clean: ## delete all builds, the demo and the data of benchmarks
	rm -rf .build $(BUILD) .build-address .build-thread .build-fuzz .bench .browser .tools \
	    .prometheus .go .tour .spark $(DEMO) pushfunnel_*.deb
	@[ ! -e .fresh ] || { root=""; [ "$$(id -u)" = 0 ] || root=sudo; \
	    $$root rm -rf --one-file-system .fresh; }

SANITIZED = NDJSONTests|FCMTests|DeliveryTests|ReportingTests|ServingTests|AlertTests|AlertOutputTests|EndToEndTests|FuzzTests
# ThreadSanitizer makes everything ten times slower: under it run the suites of several threads.
THREADED = DeliveryTests.(FilesReader|Follower|LineBlock|Oracle|Order|PieceStore|ReadAgain|Thread|WildPiece)|ServingTests|EndToEndTests.(GoldenCase|Order|SameRecords|Reader|Serve|Follow|Interrupt|RunningProcess|LakeExport|LogQuestion|Metrics)

# $(call sanitized,SANITIZER,TESTS): skipped are long computations on one thread (simulated
# projections, stores full of alerts), other programs (browsers, examples in other languages), the
# year, whose clock is a library that is loaded before the sanitizer's, and tests that kill the
# program hundreds of times, because a killed process prints no report. Leak detection is off: it
# cannot follow the tagged pointers of Swift's globals; BoundedMemoryTests find growth. It would be
# on in the installation, which clears the environment.
# A process under ThreadSanitizer sleeps for a second at its end unless told otherwise, and the tests
# start thousands.
# lld, because gold, Swift's default, fails on the debug sections of sanitized objects.
define sanitized
	$(call swift_build,--build-tests --sanitize=$(1) --scratch-path .build-$(1) \
	    -Xswiftc -use-ld=lld)
	ASAN_OPTIONS=detect_leaks=0 PUSHFUNNEL_SANITIZER=$(1) \
	    TSAN_OPTIONS=atexit_sleep_ms=10:suppressions=$(CURDIR)/Tests/Runner/thread-suppressions.txt \
	    $(TEST) -c release --skip-build --sanitize=$(1) \
	    --scratch-path .build-$(1) -Xswiftc -use-ld=lld --disable-xctest \
	    --filter '$(2)' \
	    --skip 'SimulatedProjectionTests|BrowserTests|AlertDataTests|LargeMemberTests|InstrumentationTests|InstallTests|YearTests' \
	    --skip 'KillPointTests|PowerCutTests|UpgradeFaultTests'
endef

# Installs the packages of missing files. Asks for root rights only if a file is missing.
define install_missing
	@missing=""; \
	for pair in $(1); do \
	    [ -e "$${pair%%:*}" ] || missing="$$missing $${pair##*:}"; \
	done; \
	if [ -n "$$missing" ]; then \
	    echo "installing$$missing"; \
	    root=""; [ "$$(id -u)" = 0 ] || root=sudo; \
	    $$root apt-get update -qq && $$root apt-get install -y -qq $$missing; \
	fi
endef

# The same for optional packages, which not every release and processor has. The second argument
# is the consequence, for the message.
define try_missing
	@for pair in $(1); do \
	    package="$${pair##*:}"; \
	    if [ -e "$${pair%%:*}" ] || ! apt-cache show "$$package" > /dev/null 2>&1; then continue; fi; \
	    echo "installing $$package, which is optional"; \
	    root=""; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    $$root apt-get install -y -qq "$$package" \
	        || echo "not installed: $(2)"; \
	done
endef

libraries:
	$(call install_missing,$(LIBRARIES))

tools:
	$(call install_missing,$(TEST_TOOLS))
	$(call try_missing,$(BROWSER_TOOLS),pages are not tested in a browser)
	$(call try_missing,$(MAIL_TOOLS),no mail is sent to a server)
	$(call try_missing,$(EXAMPLE_TOOLS),some examples of Instrumentation.md are not tested)
