#' Estimate what people hold
adobest_estimate <- function(data, question = NULL, by = NULL, epsilon = NULL, ..., draws = FALSE, progress = interactive()) {
  asked <- if (length(question) > 1L) list(columns = question) else list(column = question)
  more <- list(...)
  column <- if (is.data.frame(data) && length(question) == 1L && question %in% names(data)) data[[question]]
  if (is.ordered(column) && !any(TYPES %in% names(more))) asked$ordered <- levels(column)
  call_command("estimate", data, c(asked, list(by = by, epsilon = epsilon), more), "adobest_estimate", draws, progress)
}

#' Estimate what people hold from collected answers
adobest_decode <- function(data, ..., draws = FALSE, progress = interactive()) {
  call_command("decode", data, list(...), "adobest_estimate", draws, progress)
}

#' Plan how many people are needed
adobest_power <- function(data = NULL, ..., progress = interactive()) {
  call_command("power", data, list(...), "adobest_plan", FALSE, progress)
}

#' Compare strategies
adobest_compare <- function(data = NULL, ..., progress = interactive()) {
  call_command("compare", data, list(...), "adobest_comparison", FALSE, progress)
}

#' The laws of an estimate, one row a cell
adobest_laws <- function(object) {
  raw <- object$raw
  laws <- if (is.null(raw$laws)) list(c(raw, list(labels = raw$categories))) else raw$laws
  bind(lapply(laws, cells_of))
}

# A table of the cells of a law.
cells_of <- function(law) {
  is_table <- is.list(law$about)
  numbers <- list(mean = law$estimate, sd = law$sd, lower = law$interval$lower, upper = law$interval$upper, truth = law$truth)
  numbers <- lapply(Filter(Negate(is.null), numbers), function(values) as.numeric(unlist(values)))
  labels <- if (is_table) {
    # Tables are lists of rows.
    list(
      label = rep(unlist(law$labels[[1L]]), each = length(law$labels[[2L]])),
      label2 = rep(unlist(law$labels[[2L]]), length(law$labels[[1L]]))
    )
  } else {
    list(label = as.character(unlist(law$labels)))
  }
  head <- list(about = if (!is.null(law$about)) paste(unlist(law$about), collapse = ":"), group = law$group)
  as.data.frame(c(Filter(Negate(is.null), head), labels, numbers), stringsAsFactors = FALSE)
}

# Rows of tables, some of which have columns that others lack.
bind <- function(tables) {
  names <- unique(unlist(lapply(tables, names)))
  full <- lapply(tables, function(table) {
    table[setdiff(names, names(table))] <- NA
    table[names]
  })
  do.call(rbind, full)
}

#' The queries of an estimate
adobest_queries <- function(object) {
  bind(lapply(object$raw$queries, function(query) {
    row <- list(query = query$query, mean = query$mean, sd = query$sd, lower = query$interval[[1L]], upper = query$interval[[2L]])
    as.data.frame(c(row, if (!is.null(query$truth)) list(truth = query$truth)), stringsAsFactors = FALSE)
  }))
}

#' The draws of a posterior
adobest_draws <- function(object) {
  if (is.null(object$draws)) stop("draws: expected draws = TRUE in the call, which keeps them")
  draws <- flat_draws(object$draws)
  if (requireNamespace("posterior", quietly = TRUE)) posterior::as_draws_array(draws) else draws
}

# An array of iterations, chains and variables; those with dimensions are called name[label,label].
flat_draws <- function(draws) {
  parts <- Map(function(name, values) {
    values <- array(values, if (is.null(dim(values))) c(1L, length(values)) else dim(values))
    cells <- dim(values)[-(1:2)]
    labels <- if (length(cells) > 0L) {
      coords <- lapply(unlist(draws$dims[[name]]), function(dimension) unlist(draws$coords[[dimension]]))
      apply(expand.grid(coords, stringsAsFactors = FALSE), 1L, paste, collapse = ",")
    }
    flat <- array(values, c(dim(values)[1:2], max(1L, prod(cells))))
    list(values = aperm(flat, c(2L, 1L, 3L)), names = if (is.null(labels)) name else sprintf("%s[%s]", name, labels))
  }, names(draws$posterior), draws$posterior)
  shape <- dim(parts[[1L]]$values)
  names <- unlist(lapply(parts, `[[`, "names"), use.names = FALSE)
  array(
    unlist(lapply(parts, `[[`, "values"), use.names = FALSE),
    c(shape[1:2], length(names)),
    list(iteration = NULL, chain = NULL, variable = names)
  )
}

as.data.frame.adobest_estimate <- function(x, ...) adobest_laws(x)

summary.adobest_estimate <- function(object, ...) adobest_laws(object)

print.adobest_estimate <- function(x, digits = 4L, ...) {
  people <- if (is.null(x$raw$users)) x$raw$answers else x$raw$users
  cat(format(people, big.mark = ","), " people, audited epsilon ", format(x$raw$auditedEpsilon, digits = digits), "\n", sep = "")
  print(adobest_laws(x), digits = digits, row.names = FALSE)
  if (length(x$raw$queries) > 0L) print(adobest_queries(x), digits = digits, row.names = FALSE)
  invisible(x)
}

print.adobest_plan <- function(x, ...) {
  if (!is.null(x$raw$statement)) cat(strwrap(x$raw$statement), sep = "\n")
  numbers <- unlist(Filter(function(part) is.numeric(part) || is.list(part), x$raw[setdiff(names(x$raw), c("files", "warnings"))]))
  print(numbers)
  invisible(x)
}

print.adobest_comparison <- function(x, digits = 4L, ...) {
  cat(x$raw$runs, " runs of ", format(x$raw$users, big.mark = ","), " people\n", sep = "")
  print(bind(lapply(x$raw$results, function(row) as.data.frame(row))), digits = digits, row.names = FALSE)
  invisible(x)
}

plot.adobest_estimate <- function(x, ..., xlab = "share") {
  laws <- adobest_laws(x)
  names <- do.call(paste, c(laws[intersect(c("about", "group", "label", "label2"), names(laws))], sep = ", "))
  draw_intervals(laws, names, xlab, ...)
  invisible(x)
}

# Means and intervals, one line a row; the truth, where it is known, as a cross. All is drawn before the margins are put back, which clips.
draw_intervals <- function(rows, names, xlab, ...) {
  places <- rev(seq_along(names))
  before <- par(mar = c(4, 4 + max(nchar(names)) / 2.5, 1, 1))
  on.exit(par(before))
  reach <- range(rows$lower, rows$upper, rows$truth)
  plot(rows$mean, places, xlim = reach, ylim = c(0.5, length(names) + 0.5), yaxt = "n", xlab = xlab, ylab = "", pch = 19L, ...)
  segments(rows$lower, places, rows$upper, places)
  if (!is.null(rows$truth)) points(rows$truth, places, pch = 4L)
  axis(2L, places, names, las = 1L)
}
