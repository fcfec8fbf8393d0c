# Every way in which a call can fail, once.

estimate <- function(...) {
  options <- utils::modifyList(list(data = people, question = "job", epsilon = 1, draws = 20), list(...))
  quietly(do.call(adobest_estimate, options))
}

test_that("without Node.js a sentence says what is needed", {
  path <- Sys.getenv("PATH")
  on.exit(Sys.setenv(PATH = path))
  Sys.setenv(PATH = tempdir())
  expect_error(estimate(), "needs Node.js 20.19", class = "adobest_command_not_found")
})

test_that("a command that is not there, another one, and one of another version are refused", {
  expect_error(with_command("/nowhere/main.mjs", estimate()), "there is no file '/nowhere/main.mjs'", class = "adobest_command_not_found")
  expect_error(with_command("no-such-command", estimate()), "got 'no-such-command'", class = "adobest_command_not_found")
  other <- tempfile()
  writeLines(c("#!/bin/sh", "echo 99.0.0"), other)
  Sys.chmod(other)
  expect_error(with_command(other, estimate()), "is adobest 99.0.0; this package is", class = "adobest_version_mismatch")
})

test_that("refusals have the command's sentence", {
  expect_error(estimate(question = "jobs"), "the data: no column \"jobs\"; expected one of", class = "adobest_usage_error")
  expect_error(estimate(epsilon = -1), "epsilon must be a number above 0; got \"-1\"", class = "adobest_usage_error")
  expect_error(estimate(show = "share(salez)"), "did you mean \"sales\"\\?\n  share\\(salez\\)\n +\\^", class = "adobest_usage_error")
  expect_error(adobest_draws(structure(list(draws = NULL), class = "adobest_estimate")), "draws = TRUE")
})

test_that("a command that fails or is killed is told apart from one that refuses", {
  expect_error(with_command(fake("echo error: the disk is full >&2; exit 1"), estimate()), "the disk is full", class = "adobest_command_failed")
  expect_error(with_command(fake("kill -TERM $$"), estimate()), class = "adobest_interrupted")
})

test_that("an interrupted run ends the command and leaves no file", {
  skip_on_os("windows")
  folder <- tempfile("interrupted-")
  dir.create(folder)
  pid <- file.path(folder, "pid")
  command <- fake(sprintf("trap 'touch %s/cleaned; exit 143' TERM; echo $$ > %s; i=0; while [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done", folder, pid))
  program <- file.path(folder, "program.R")
  writeLines(c(
    "library(adobest)",
    sprintf("cat(Sys.getpid(), file = '%s/r')", folder),
    sprintf("adobest_estimate('%s', 'job', epsilon = 1, draws = TRUE)", people_file)
  ), program)
  scratch <- file.path(folder, "scratch")
  dir.create(scratch)
  script <- file.path(folder, "run.sh")
  # A process that a shell starts in the background ignores Ctrl-C; env makes it listen.
  writeLines(sprintf("ADOBEST='%s' TMPDIR='%s' env --default-signal=INT Rscript '%s' > '%s/said' 2>&1; touch '%s/over'", command, scratch, program, folder, folder), script)
  system2("sh", script, wait = FALSE)
  wait_for <- function(file) {
    for (i in 1:300) {
      if (file.exists(file) && (file.size(file) > 0 || grepl("over|cleaned", file))) return(TRUE)
      Sys.sleep(0.1)
    }
    FALSE
  }
  expect_true(wait_for(pid))
  tools::pskill(as.integer(readLines(file.path(folder, "r"), warn = FALSE)), tools::SIGINT)
  expect_true(wait_for(file.path(folder, "over")))
  expect_true(file.exists(file.path(folder, "cleaned")))
  expect_identical(list.files(scratch, "adobest-", recursive = TRUE, include.dirs = TRUE), character())
})
