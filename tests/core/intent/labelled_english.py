"""What people type, and what they want: English task sentences by task type, ours, by hand.

One a line, with the typos and the casing of a chat box. The label is what the person wants done,
not the words that they use ("the tests fail" wants a fix).

Tests: tests/core/intent/test_labelled.py
"""

from __future__ import annotations

from typing import Final

from lean_ctx_daemon.core.types import TaskType

ENGLISH: Final[dict[TaskType, str]] = {
    TaskType.FIX_BUG: """
fix the NaN bug in entropy.rs
fix authentication bug
fix the JWT validation in auth middleware
login page crashes when the password contains a percent sign
the app hangs on startup if there's no network
users get a 500 when they upload an empty csv
TypeError: Cannot read properties of undefined (reading 'map') in OrderList.tsx
sort order is wrong for negative numbers in utils/compare.go
memory leak in the websocket handler, please find it and fix
cant log in after the last update
debug why the cron job fires twice
tests in test_parser.py are failing on windows
fix flaky test test_retry_backoff
date picker shows yesterday in the UTC+13 timezone
resolve race condition between flush() and close()
Segfault when calling `resize` with zero
regression: v2.3 no longer accepts relative paths
pls fix teh broken pagination on /users
URGENT production is down, checkout returns 502
KeyError: 'user_id' raised from session.py line 88
the build is broken on main since yesterday
Prevent double submit of the payment form
queryset.count() returns a different number than len(queryset)
Handle missing config file gracefully instead of crashing
why does parse_date throw on leap days?
off by one in the ring buffer
doesnt work with python 3.13
Don't swallow exceptions in the worker loop
memory keeps growing until the pod gets OOMKilled
Correct the rounding of totals on invoices
patch the sql injection in search endpoint
ImportError after moving models into a package
clicking save twice creates duplicate rows, it should not
""",
    TaskType.GENERATE: """
add dark mode to the settings page
implement OAuth2 login with Google
create a REST endpoint for exporting invoices as PDF
I need a CLI command that lists all stale branches
write a function that merges overlapping intervals
support S3 as storage backend
allow users to change their e-mail address
build a websocket chat server in Go
add retry with exponential backoff to HttpClient
Let the --output flag accept a directory
feat: per-tenant rate limiting
generate typescript types from the openapi schema
make it possible to cancel a running job
new React component for uploading avatars
introduce a plugin system
can you add pagination to the /orders endpoint?
scaffold a new django app called billing
extend the query parser with NOT and wildcards
we want to let admins impersonate users
expose cache hit ratio as a prometheus metric
port the image loader to webp
add an optional timeout parameter to fetch_all()
Enable sorting by multiple columns
provide an async version of Client.send
""",
    TaskType.EXPLORE: """
how does the auth middleware work?
where is the retry logic implemented
explain the indexing pipeline
what does Scheduler.tick do
show me all places that call send_email
find where the session cookie is set
I want to understand how migrations are applied
give me an overview of this repo
which module decides the log level?
walk me through the request lifecycle
whats the difference between Worker and Runner
list all environment variables the app reads
trace how an order gets from the cart to the warehouse
who uses the LegacyClient class
look into how caching is done here
why do we have two user models?
what happens when a job times out
is there already a helper for slugifying strings?
get familiar with the codebase
""",
    TaskType.REFACTOR: """
refactor the codebase
refactor UserService into smaller classes
rename getUser to fetchUser everywhere
extract the validation logic into its own module
clean up the settings module
remove dead code from utils.py
simplify the nested ifs in router.ts
move the helpers out of views.py
convert callbacks to async/await
split main.go into several files
get rid of the global state in the scheduler
make the tokenizer faster
deduplicate the two csv importers
replace moment with date-fns
inline the wrapper around fetch
reduce complexity of process_order()
migrate class components to hooks
restructure the packages by feature
drop support code for python 2
speed up the nightly import, it takes 3 hours
tidy imports
unify error types across the crates
Use dataclasses instead of dicts for events
optimise the query in ReportRepository
""",
    TaskType.TEST: """
add unit tests for the tokenizer
write tests for cart.py
increase test coverage of the billing package
add a regression test for the leap day bug
cover the error branches of parse_header with tests
e2e test for the checkout flow
mock the payment gateway in the tests
create fixtures for the order model
run the test suite and tell me what fails
we need integration tests against postgres
property based tests for the codec
test that expired tokens are rejected
write a benchmark for the json encoder
tests missing for AdminController
""",
    TaskType.REVIEW: """
review my changes in auth.py
code review of the last commit please
is this implementation thread safe?
check the PR for security problems
audit the permission checks
any issues with this approach?
take a look at my diff before i merge
find security vulnerabilities in the upload handler
does this follow our style guide?
critique the design of the event bus
what could go wrong with this migration?
are there any smells in payment/?
""",
    TaskType.CONFIG: """
set up eslint and prettier
bump django to 5.2
update dependencies
configure logging via environment variables
add a pre-commit hook for ruff
change the default port to 8080 in config.yaml
upgrade to node 22
turn on strict mode in tsconfig.json
pin numpy below 2
add redis to docker-compose.yml
set max line length to 100
switch the package manager from npm to pnpm
adjust the webpack config for the new entry point
add LOG_LEVEL to .env.example
""",
    TaskType.DEPLOY: """
deploy to staging
release version 2.4.0
publish the package to pypi
write a Dockerfile and deploy it to fly.io
set up a github actions workflow that deploys on tag
roll back the last release
ship it to production
add a helm chart for the api
create a CI pipeline for releases
push the docker image to the registry
prepare the 1.0 release
""",
    TaskType.DOCUMENT: """
document the public API of the client
add docstrings to storage.py
update the README with the new install steps
write a changelog entry for 1.4
fix typo in the README
comment the tricky parts of scheduler.c
describe the config options in the docs
generate API docs
write a tutorial about plugins
improve the doc comments of the Parser struct
explain in CONTRIBUTING.md how to run the tests
add usage examples to the documentation
""",
}
