root <- dirname(dirname(dirname(Sys.getenv("ADOBEST"))))
people_file <- file.path(root, "clients/data/people.csv")
answers_file <- file.path(root, "clients/data/answers.csv")
people <- read.csv(people_file)

# The JSON of the command, run without the package.
by_hand <- function(...) {
  out <- system2("node", shQuote(c(Sys.getenv("ADOBEST"), ..., "--json")), stdout = TRUE, stderr = FALSE)
  jsonlite::fromJSON(paste(out, collapse = "\n"), simplifyVector = FALSE)
}

quietly <- suppressWarnings

without_files <- function(raw) raw[setdiff(names(raw), "files")]

# A command that does what a line of shell says, and knows its version.
fake <- function(line) {
  path <- tempfile("adobest")
  version <- sprintf("if [ \"$1\" = --version ]; then echo %s; exit; fi", packageVersion("adobest"))
  writeLines(c("#!/bin/sh", version, line), path)
  Sys.chmod(path)
  path
}

with_command <- function(command, code) {
  before <- Sys.getenv("ADOBEST")
  on.exit(Sys.setenv(ADOBEST = before))
  Sys.setenv(ADOBEST = command)
  code
}
