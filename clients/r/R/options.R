# Arguments as the words of a command line, and data as files that are removed afterwards.

# Options that take one text each time they are given; other vectors have commas in between.
REPEATED <- c("show", "goal", "use")
# Options that are switched off by a name of their own.
SWITCHED_OFF <- c("header", "count_column")
# Options whose named vectors are written NAME=VALUE.
PAIRS <- c("shares", "design_columns")
# Options that say what a column holds.
TYPES <- c("ordered", "whole", "edges", "from", "to", "bins", "survey")

# A folder for what a command reads.
workspace <- function() {
  folder <- tempfile("adobest-")
  dir.create(folder)
  list2env(list(folder = folder, named = character()), parent = emptyenv())
}

# The path of some data: as it is, or that of a temporary CSV file. NA is an empty cell, which is a missing value.
file_of <- function(place, data, name) {
  if (is.character(data) && length(data) == 1L) {
    return(data)
  }
  if (!is.data.frame(data)) stop(name, ": expected a path or a data frame; got ", class(data)[1L])
  path <- file.path(place$folder, paste0(name, ".csv"))
  place$named[path] <- paste("the", name)
  write.csv(data, path, row.names = FALSE, na = "", fileEncoding = "UTF-8")
  path
}

# Options as they are typed.
words_of <- function(place, options) {
  unlist(Map(function(name, value) word_of(place, name, value), names(options), options), use.names = FALSE)
}

word_of <- function(place, name, value) {
  flag <- paste0("--", gsub("_", "-", name, fixed = TRUE))
  if (is.null(value)) {
    return(NULL)
  }
  if (is.data.frame(value)) {
    return(paste0(flag, "=", file_of(place, value, name)))
  }
  if (is.list(value)) {
    json <- to_json(value)
    if (name != "survey") {
      return(paste0(flag, "=", json))
    }
    path <- file.path(place$folder, "survey.json")
    writeLines(json, path)
    return(paste0(flag, "=", path))
  }
  if (is.logical(value)) {
    if (isTRUE(value)) {
      return(flag)
    }
    return(if (name %in% SWITCHED_OFF) sub("^--", "--no-", flag))
  }
  if (name == "labels" && length(value) > 1L) {
    return(paste0(flag, "=", file_of(place, data.frame(category = value), "labels")))
  }
  if (name == "truth" && !is.character(value)) {
    return(paste0(flag, "=", to_json(value)))
  }
  if (name %in% PAIRS && !is.null(names(value))) {
    return(paste0(flag, "=", paste0(names(value), "=", text_of(value), collapse = ",")))
  }
  if (name %in% REPEATED) {
    return(paste0(flag, "=", text_of(value)))
  }
  paste0(flag, "=", paste(if (length(value) > 1L) quoted(value) else text_of(value), collapse = ","))
}

# Numbers with all their digits.
text_of <- function(value) {
  if (is.numeric(value)) vapply(value, format, "", digits = 15L, scientific = FALSE, trim = TRUE) else as.character(value)
}

quoted <- function(value) {
  text <- text_of(value)
  special <- is.character(value) & grepl("[,\"]", text)
  ifelse(special, paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\""), text)
}

to_json <- function(value) {
  scalars <- function(x) if (is.list(x)) lapply(x, scalars) else if (length(x) == 1L && !inherits(x, "AsIs")) jsonlite::unbox(x) else x
  as.character(jsonlite::toJSON(scalars(value), digits = NA, null = "null"))
}

# Runs a command on some data. @param draws FALSE, TRUE or the number of draws of each chain
call_command <- function(name, data, options, class, draws = FALSE, progress = interactive()) {
  place <- workspace()
  on.exit(unlink(place$folder, recursive = TRUE))
  args <- c(name, "--json", if (!is.null(data)) file_of(place, data, "data"), words_of(place, options))
  kept <- file.path(place$folder, "draws.json")
  if (!isFALSE(draws)) {
    args <- c(args, paste0("--draws-file=", kept), if (!isTRUE(draws)) paste0("--draws=", text_of(draws)))
  }
  done <- run_command(args, progress, place$named)
  raw <- jsonlite::fromJSON(done$json, simplifyVector = FALSE)
  warnings <- unique(c(unlist(raw$warnings), done$warnings))
  for (text in warnings) warning(text, call. = FALSE)
  structure(
    list(
      raw = raw,
      warnings = as.character(warnings),
      draws = if (!isFALSE(draws)) jsonlite::fromJSON(kept, simplifyVector = TRUE)
    ),
    class = c(class, "adobest_result")
  )
}
