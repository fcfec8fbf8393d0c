# Finds the command, runs it, and turns its exit status into conditions.

BAD_INPUT <- 2L
# Added by the command to the number of the signal that ended it.
SIGNALLED <- 128L
# Seconds between two looks at a running command.
TICK <- 0.05

# An error of this package: condition of its own class, with the command's sentence.
fail <- function(class, ...) {
  stop(structure(
    class = c(class, "adobest_error", "error", "condition"),
    list(message = paste0(...), call = NULL)
  ))
}

# What could not be found, or is of another version.
not_found <- function(...) fail("adobest_command_not_found", ...)

node <- function() {
  found <- Sys.which("node")
  if (found == "") {
    not_found(
      "the command adobest needs Node.js 20.19 or newer (https://nodejs.org), but there is no node on the path"
    )
  }
  unname(found)
}

# A folder and those above it.
folders_above <- function(folder) {
  folders <- normalizePath(folder, "/", mustWork = FALSE)
  while (dirname(folders[1L]) != folders[1L]) folders <- c(dirname(folders[1L]), folders)
  rev(folders)
}

# The words that start the command, in this order: ADOBEST in the environment, a path or a command line such as "npx adobest"; adobest on
# the path; node_modules/.bin/adobest of this folder or one above, which is what npx adobest starts; a built checkout around this folder.
find_command <- function() {
  given <- trimws(Sys.getenv("ADOBEST"))
  if (given != "") {
    return(started(given))
  }
  on_path <- unname(Sys.which("adobest"))
  if (on_path != "") {
    return(on_path)
  }
  for (folder in folders_above(getwd())) {
    installed <- file.path(folder, "node_modules", ".bin", if (.Platform$OS.type == "windows") "adobest.cmd" else "adobest")
    if (file.exists(installed)) {
      return(installed)
    }
    main <- file.path(folder, "dist", "cli", "main.mjs")
    if (file.exists(main) && file.exists(file.path(folder, "src", "cli", "main.ts"))) {
      return(c(node(), main))
    }
  }
  not_found(
    "the command adobest was not found: set ADOBEST to its path, put it on the path, install it with npm in this folder or one above, ",
    "or build a checkout (npm ci)"
  )
}

started <- function(given) {
  if (grepl("[.]m?js$", given)) {
    if (!file.exists(given)) not_found("ADOBEST: expected the command or its path; there is no file '", given, "'")
    return(c(node(), given))
  }
  if (file.exists(given)) {
    return(given)
  }
  words <- strsplit(given, "[[:space:]]+")[[1L]]
  program <- unname(Sys.which(words[1L]))
  if (program == "") not_found("ADOBEST: expected the command or its path; got '", given, "'")
  c(program, words[-1L])
}

checked <- new.env(parent = emptyenv())

# The words that start the command, once its version is known to be that of this package.
command <- function() {
  words <- find_command()
  key <- paste(words, collapse = "\n")
  if (is.null(checked[[key]])) {
    # A script that npm has installed finds node by itself; without it, the error would be the shell's.
    node()
    done <- start(c(words, "--version"), progress = FALSE)
    found <- trimws(paste(done$out, collapse = "\n"))
    if (done$status != 0L || !grepl("^[0-9]+[.][0-9]+[.][0-9]+", found)) {
      not_found(paste(words, collapse = " "), ": expected the command adobest; it said '", c(done$err, found)[1L], "'")
    }
    own <- as.character(packageVersion("adobest"))
    if (strsplit(found, ".", fixed = TRUE)[[1L]][1L] != strsplit(own, ".", fixed = TRUE)[[1L]][1L]) {
      fail(
        "adobest_version_mismatch",
        paste(words, collapse = " "), " is adobest ", found, "; this package is ", own, " and needs a command of the same major version"
      )
    }
    assign(key, TRUE, envir = checked)
  }
  words
}

# Runs a command line to its end: what it wrote, and its status. The shell keeps the status in a file, as R is to go on meanwhile:
# progress is shown as it comes, and an interruption of R ends the command.
start <- function(words, progress) {
  folder <- tempfile("adobest-run-")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  at <- function(name) file.path(folder, name)
  if (.Platform$OS.type == "windows") {
    status <- system2(words[1L], shQuote(words[-1L]), stdout = at("out"), stderr = at("err"))
    return(list(out = read_text(at("out")), err = read_text(at("err")), status = status))
  }
  line <- paste(shQuote(words), collapse = " ")
  script <- c(
    sprintf("%s > %s 2> %s < /dev/null &", line, shQuote(at("out")), shQuote(at("err"))),
    sprintf("echo $! > %s", shQuote(at("pid"))),
    sprintf("wait $!; echo $? > %s; mv %s %s", shQuote(at("unfinished")), shQuote(at("unfinished")), shQuote(at("status")))
  )
  writeLines(script, at("run.sh"))
  is_done <- FALSE
  on.exit(if (!is_done) stop_running(at("pid"), at("status")), add = TRUE, after = FALSE)
  system2("sh", shQuote(at("run.sh")), wait = FALSE)
  shown <- 0L
  repeat {
    is_done <- file.exists(at("status"))
    if (progress) shown <- show_progress(at("err"), shown)
    if (is_done) break
    Sys.sleep(TICK)
  }
  list(out = read_text(at("out")), err = read_text(at("err")), status = as.integer(readLines(at("status"))))
}

# Ends a command that runs, and waits until it has cleaned up.
stop_running <- function(pid_file, status_file) {
  if (!file.exists(pid_file)) {
    return(invisible())
  }
  pid <- as.integer(readLines(pid_file))
  pskill(pid, 15L)
  for (i in seq_len(5 / TICK)) {
    if (file.exists(status_file)) {
      return(invisible())
    }
    Sys.sleep(TICK)
  }
  pskill(pid, 9L)
  invisible()
}

# Shows the lines of progress that have come since the last look.
show_progress <- function(file, shown) {
  lines <- read_text(file)
  new <- lines[seq_along(lines) > shown]
  new <- new[nzchar(new) & !grepl("^(warning|error): ", new)]
  if (length(new) > 0L) writeLines(new, stderr())
  length(lines)
}

read_text <- function(file) {
  if (file.exists(file)) readLines(file, warn = FALSE, encoding = "UTF-8") else character()
}

# What the command prints as JSON, and what it warns of. @param named what messages call the temporary files
run_command <- function(args, progress, named = character()) {
  done <- start(c(command(), args), progress)
  warnings <- sub("^warning: ", "", grep("^warning: ", done$err, value = TRUE))
  if (done$status != 0L) {
    from <- grep("^error: ", done$err)
    said <- if (length(from) > 0L) done$err[seq(from[1L], length(done$err))] else paste("adobest ended with status", done$status)
    said <- sub("^error: ", "", paste(said, collapse = "\n"))
    for (path in names(named)) said <- gsub(path, named[[path]], said, fixed = TRUE)
    class <- if (done$status == BAD_INPUT) {
      "adobest_usage_error"
    } else if (done$status > SIGNALLED) {
      "adobest_interrupted"
    } else {
      "adobest_command_failed"
    }
    fail(class, said)
  }
  list(json = paste(done$out, collapse = "\n"), warnings = warnings)
}
