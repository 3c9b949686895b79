# make demo      on a fresh Debian machine with Swift 6: install what is missing, build, make sample
#                logs, ingest them, print the report
# make test      install what is missing, build, run every test: one line each, the whole log in
#                .build/test.log
# make test-fresh   make demo and make test of the last commit in a clean Debian: about an hour;
#                FRESH="root clone demo" for some steps, FRESH=shell to look inside
# make test-scale   a Spark cluster of three processes answers as SQLite does while one of them is
#                killed: some minutes, and 500 MB of Spark, which it installs under .spark
# make build     the release binary, .build-static/release/pushfunnel
# make install   the binary into PREFIX/bin, with manual pages, completions and systemd units
# make deb       a Debian package, pushfunnel_VERSION_ARCHITECTURE.deb, here
# make test-deb  install that in a clean Debian of its own, use it, remove and purge it
# make faults    kill it, cut its power, fill its disk at thousands of points instead of the hundreds
#                of make test: FAULTS=100 for ten times as many, some hours
# make sanitize  the tests and the program under AddressSanitizer, then under ThreadSanitizer, each
#                in a build of its own: half an hour
# make fuzz      look for bytes that break a reader, ten minutes for each, in a build of its own:
#                TIME=60 for a minute, ONLY="gzip json" for some, TIME=merge to keep what was learned
# make bench     measure against gzip, DuckDB, chDB and Python, which it installs under .bench:
#                SENDS=100000 for fewer sends, ROUNDS=2 for fewer rounds, ONLY=ingest for one part
# make bench-increment   the part with one more hour into a store of ten days
# make bench-growth      measure a store of 100 million messages, a quarter of an hour and 15 GB:
#                MESSAGES=10000000 for a smaller one
# make bench-memory      peak memory of fourteen days of logs (21 GB of lines; 3 GB of disk while it
#                runs) and of 10 GB each of hostile lines: DAYS_OF_LOGS=1 LINES=100000 for less
# make bench-alerts      simulate push traffic, and count false alarms and drops that are told: some
#                minutes; SEEDS=4 DAYS=90 TRIALS=4 for less
# make bench-check   count the instructions of decoding, merging and writing, and fail when they are
#                more than recorded; a part of make test where there is valgrind. UPDATE=1 records
# make follow-soak   rotate logs in every way while they are followed, and kill followers, for SOAK
#                seconds, from SEED on; then as long with readers, Datasette among them, which it
#                installs under .tools; prints counts
# make docs      pages of every type, by DocC, in .docs/pushfunnel.doccarchive: warnings are errors;
#                some minutes, in a build of its own
# make tour      draw the screenshots of Documentation/Tour.md with the current version
# make lint      check the layout of the sources
# make format    mend it
# make clean     remove what was built, the demo and what benchmarks keep

PREFIX ?= /usr/local
SWIFT ?= swift
# Swift's own libraries go into the binary: it starts in half the time (3.5 ms of CPU instead of 7)
# and runs where there is no Swift. They need other object files than the tests, and in one folder
# each build would make all of the other's anew: so a folder of its own. A Swift without static
# libraries: make build STATIC=
STATIC = --static-swift-stdlib
BUILD = .build-static
BINARY = $(BUILD)/release/pushfunnel
MANUAL = $(BUILD)/pushfunnel-manual
# A file that a package brings, and the package.
LIBRARIES = /usr/include/sqlite3.h:libsqlite3-dev /usr/include/zlib.h:zlib1g-dev \
    /usr/bin/pkg-config:pkg-config
# The same of what is only faster: where it cannot be had, all works without it.
OPTIONAL_LIBRARIES = /usr/include/isa-l/igzip_lib.h:libisal-dev
TEST_TOOLS = /usr/bin/sqlite3:sqlite3 /usr/bin/curl:curl
# What pages are looked at with. Where it cannot be had, they are not looked at.
BROWSER_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv \
    /usr/bin/chromium:chromium /usr/bin/java:default-jre-headless
# Languages in which Documentation/Instrumentation.md has examples, which are run where they are.
EXAMPLE_TOOLS = /usr/bin/python3:python3 /usr/bin/node:nodejs /usr/bin/javac:default-jdk-headless
BENCH_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv
PACKAGE_TOOLS = /usr/bin/dh:debhelper
# A package is installed in a root of its own, and judged.
ROOT_TOOLS = /usr/bin/mmdebstrap:mmdebstrap
DEB_TOOLS = $(ROOT_TOOLS) /usr/bin/lintian:lintian
CHECK_TOOLS = /usr/bin/python3:python3 /usr/bin/valgrind:valgrind /usr/bin/strip:binutils
SCALE_TOOLS = /usr/bin/python3:python3 /usr/share/doc/python3-venv:python3-venv \
    /usr/bin/java:default-jre-headless
DEMO = demo
SENDS ?= 1000000
ROUNDS ?= 5
ONLY ?=
MESSAGES ?= 100000000
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
# What takes alerts: unpacked here, since installing it would start servers on the machine.
RECEIVERS = prometheus-alertmanager prometheus
UNPACKED = .prometheus/movable
# Installing it would take three times as long: it brings compilers for C.
GO = .go/unpacked
REFERENCES = .bench/venv/installed
VALIDATOR = .browser/venv/installed
TOUR = .tour/venv/installed
# What people read a database with: Datasette, DuckDB, pandas, polars.
READERS = .tools/venv/installed
SPARK = .spark/venv/installed
SCALE_SENDS ?= 120000
# Counts what the build of the tests made.
CHECK = python3 -B Benchmarks/check.py --swift "$(SWIFT)"
TEST = Tests/Runner/run.sh "$(SWIFT)"

.PHONY: demo test test-fresh test-scale build install deb test-deb faults follow-soak sanitize fuzz bench \
    bench-increment bench-growth bench-memory bench-alerts bench-check docs tour \
    lint format clean libraries tools

demo: build
	rm -rf $(DEMO)
	mkdir -p $(DEMO)
	$(BINARY) sample $(DEMO)/logs
	$(BINARY) ingest --db $(DEMO)/push.db $(DEMO)/logs
	$(BINARY) report --db $(DEMO)/push.db
	@echo
	@echo "Your own logs: $(BINARY) ingest FOLDER && $(BINARY) report"

test: libraries tools $(VALIDATOR) $(READERS) $(UNPACKED) $(GO) lint
	$(SWIFT) build -c release --build-tests
	$(TEST) -c release --skip-build --disable-xctest
	@if command -v python3 > /dev/null && command -v valgrind > /dev/null; then $(CHECK); \
	else echo "instructions are not counted: that takes python3 and valgrind"; fi

test-fresh:
	$(call install_missing,$(ROOT_TOOLS))
	SWIFT="$(SWIFT)" Tests/Fresh/run.sh $(FRESH)

test-scale: libraries $(SPARK)
	$(SWIFT) build -c release --product pushfunnel
	python3 -B Tests/Scale/cluster.py --binary .build/release/pushfunnel --sends $(SCALE_SENDS) \
	    --spark $(dir $(SPARK))lib/python3*/site-packages/pyspark

# The whole of Spark, as a package of Python brings it.
$(SPARK): Tests/Scale/requirements.txt
	$(call install_missing,$(SCALE_TOOLS))
	python3 -m venv --clear $(dir $@)
	$(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

build: libraries
	$(SWIFT) build -c release --product pushfunnel $(STATIC) --scratch-path $(BUILD)

# What makes manual pages. Not by swift build: two products in one folder are made in turns.
$(MANUAL): $(wildcard Packaging/Manual/*.swift)
	mkdir -p $(dir $@)
	$(SWIFT)c -swift-version 6 -O $^ -o $@

install: build $(MANUAL)
	BINARY=$(BINARY) MANUAL=$(MANUAL) PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" \
	    ZSH="$(ZSH)" UNITS="$(UNITS)" Packaging/install.sh

# Nobody has to be root for it: what the package holds is root's all the same.
deb: build $(MANUAL)
	$(call install_missing,$(PACKAGE_TOOLS))
	debian/rules clean
	BINARY=$(BINARY) MANUAL=$(MANUAL) PACKAGES=$(CURDIR) DEB_RULES_REQUIRES_ROOT=no \
	    debian/rules binary
	debian/rules clean
	@ls -l pushfunnel_*.deb

test-deb: deb
	$(call install_missing,$(DEB_TOOLS))
	Tests/Package/run.sh pushfunnel_*.deb

faults: libraries tools
	$(SWIFT) build -c release --build-tests
	FAULTS=$(FAULTS) $(TEST) -c release --skip-build --disable-xctest \
	    --filter 'EndToEndTests.(KillPoint|PowerCut|DiskFault|ReadFault|AlertFault|UpgradeFault)Tests'

# The tests run the program that is built beside them, so that it has the sanitizer, too.
sanitize: libraries tools
	$(call sanitized,address)
	$(call sanitized,thread)

fuzz: libraries
	$(call install_missing,/usr/bin/python3:python3)
	PUSHFUNNEL_FUZZ=1 $(SWIFT) build -c release --product pushfunnel-fuzz --sanitize=address \
	    --scratch-path .build-fuzz
	Tests/Fuzz/run.sh .build-fuzz/release/pushfunnel-fuzz $(TIME) $(ONLY)

bench: build $(REFERENCES)
	$(SWIFT) build -c release --product pushfunnel-stages $(STATIC) --scratch-path $(BUILD)
	python3 -B Benchmarks/bench.py --binary $(BINARY) --sends $(SENDS) --rounds $(ROUNDS) \
	    $(ONLY:%=--only %)

bench-increment:
	$(MAKE) bench ONLY=increment

bench-growth: build
	$(SWIFT) build -c release --product pushfunnel-growth $(STATIC) --scratch-path $(BUILD)
	python3 -B Benchmarks/growth.py --binary $(BINARY) --messages $(MESSAGES)

bench-memory: build
	python3 -B Benchmarks/memory.py --binary $(BINARY) --days $(DAYS_OF_LOGS) --lines $(LINES)

bench-alerts: build
	$(SWIFT) build -c release --product pushfunnel-alerts $(STATIC) --scratch-path $(BUILD)
	python3 -B Benchmarks/alerts.py --binary $(BINARY) --seeds $(SEEDS) --days $(DAYS) \
	    --trials $(TRIALS)

follow-soak: libraries tools $(READERS)
	$(SWIFT) build -c release --build-tests
	FOLLOW_SECONDS=$(SOAK) FOLLOW_SEED=$(SEED) $(TEST) -c release --skip-build \
	    --disable-xctest --filter FollowTests
	python3 -B Tests/Follow/readers.py --binary .build/release/pushfunnel --seconds $(SOAK) \
	    --datasette $(dir $(READERS))bin/datasette

$(READERS): Tests/Tools/requirements.txt | tools
	python3 -m venv --clear $(dir $@) \
	    && $(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $< \
	    && touch $@ || echo "not installed: Datasette, DuckDB, pandas and polars are not asked"

bench-check: libraries
	$(call install_missing,$(CHECK_TOOLS))
	$(SWIFT) build -c release --build-tests
	$(CHECK) $(if $(UPDATE),--update)

# The tools that ours is measured against, in the versions that were measured.
$(REFERENCES): Benchmarks/references/requirements.txt
	$(call install_missing,$(BENCH_TOOLS))
	python3 -m venv --clear .bench/venv
	.bench/venv/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# The Nu Html Checker, as a package of Python brings it.
$(VALIDATOR): Tests/Browser/requirements.txt | tools
	python3 -m venv --clear .browser/venv \
	    && .browser/venv/bin/pip install --quiet --disable-pip-version-check --requirement $< \
	    && touch $@ || echo "not installed: pages will not be validated"

# Not every release has them, and then payloads are not given to them.
# Debian's Alertmanager opens its templates below /usr/share, where only root could put them. The
# unpacked program gets a relative path of the same length, and the tests start it in .prometheus.
# Go does not open files by libc, so a preloaded library would not see it, and a mount needs rights
# that not every user and container has. An Alertmanager that holds its templates stays as it is.
$(UNPACKED): | tools
	rm -rf $(dir $@)
	mkdir $(dir $@)
	root=""; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	cd $(dir $@) && { apt-get download -qq $(RECEIVERS) \
	    || { $$root apt-get update -qq && apt-get download -qq $(RECEIVERS); } } \
	    && for package in *.deb; do dpkg -x $$package . || exit 1; done \
	    && rm *.deb usr/bin/prometheus \
	    && LC_ALL=C sed -i 's,/usr/share/prometheus/alertmanager,usr/share/prometheus/alertmanager/,g' \
	        usr/bin/prometheus-alertmanager && touch $(notdir $@) \
	    || echo "not unpacked: alerts will not be given to Alertmanager and promtool"

$(GO): | tools
	rm -rf $(dir $@)
	mkdir $(dir $@)
	if command -v go > /dev/null; then touch $@; exit; fi; \
	packages=$$(apt-cache depends golang-go 2> /dev/null \
	    | sed -n 's/.*Depends: \(golang-[0-9.]*\)-go$$/\1-go \1-src/p'); \
	cd $(dir $@) && [ -n "$$packages" ] && apt-get download -qq $$packages \
	    && for package in *.deb; do dpkg -x $$package . || exit 1; done \
	    && rm *.deb && mv usr/lib/go-* usr/lib/go && touch $(notdir $@) \
	    || echo "not unpacked: the example in Go will not be run"

docs: libraries
	SWIFT="$(SWIFT)" Documentation/docs.sh

tour: build $(TOUR)
	$(dir $(TOUR))bin/python -B Documentation/Tour/tour.py $(BINARY)

$(TOUR): Documentation/Tour/requirements.txt
	$(call install_missing,/usr/share/doc/python3-venv:python3-venv /usr/bin/chromium:chromium)
	python3 -m venv --clear $(dir $@)
	$(dir $@)bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks \
	    Packaging
	@! git grep --quiet '"revision"' HEAD -- Package.resolved 2> /dev/null || { \
	    echo "Package.resolved is committed with commit IDs: see Tests/README.md"; exit 1; }

format:
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests \
	    Benchmarks Packaging

clean:
	rm -rf .build $(BUILD) .build-address .build-thread .build-fuzz .build-docs .bench .browser .tools \
	    .prometheus .go .docs .tour .spark $(DEMO) pushfunnel_*.deb
	@[ ! -e .fresh ] || { root=""; [ "$$(id -u)" = 0 ] || root=sudo; \
	    $$root rm -rf --one-file-system .fresh; }

# Tests under a sanitizer. Left out is what only computes, on one thread and for minutes: simulated
# projections and stores full of alerts; what other programs do: browsers, examples in other
# languages; and what is killed hundreds of times, for a process that is killed tells of nothing.
# Leaks are not looked for: values that Swift makes once are found by pointers with tags, which the
# sanitizer cannot follow; what grows is found by the tests of memory.
# gold, which is Swift's own choice, breaks off on the debug sections of sanitized objects.
define sanitized
	$(SWIFT) build -c release --build-tests --sanitize=$(1) --scratch-path .build-$(1) \
	    -Xswiftc -use-ld=lld
	ASAN_OPTIONS=detect_leaks=0 PUSHFUNNEL_SANITIZER=$(1) \
	    $(TEST) -c release --skip-build --sanitize=$(1) \
	    --scratch-path .build-$(1) -Xswiftc -use-ld=lld --disable-xctest \
	    --filter 'NDJSONTests|FCMTests|DeliveryTests|ReportingTests|AlertTests|AlertOutputTests|EndToEndTests|FuzzTests' \
	    --skip 'SimulatedProjectionTests|BrowserTests|AlertDataTests|LargeMemberTests|InstrumentationTests' \
	    --skip 'KillPointTests|PowerCutTests|UpgradeFaultTests'
endef

# Installs the packages of the files that are missing, and only then asks for root.
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

# Not every release and not every processor has the optional packages; that is no failure.
# The second argument says what follows from it.
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
	$(call try_missing,$(OPTIONAL_LIBRARIES),pushfunnel will inflate with zlib)

tools:
	$(call install_missing,$(TEST_TOOLS))
	$(call try_missing,$(BROWSER_TOOLS),pages will not be looked at)
	$(call try_missing,$(EXAMPLE_TOOLS),examples of what to log will not all be run)
