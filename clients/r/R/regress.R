#' Regress what is private on public covariates
adobest_regress <- function(formula, data, epsilon = NULL, ..., newdata = NULL, draws = TRUE, progress = interactive()) {
  text <- if (inherits(formula, "formula")) paste(trimws(deparse(formula, 500L)), collapse = " ") else formula
  options <- list(formula = text, epsilon = epsilon, ...)
  # A factor stays one where its labels look like numbers.
  if (is.data.frame(data) && is.null(options$factors)) {
    covariates <- setdiff(all.vars(stats::as.formula(text)), all.vars(stats::as.formula(text)[[2L]]))
    factors <- Filter(function(name) is.factor(data[[name]]), intersect(covariates, names(data)))
    if (length(factors) > 0L) options$factors <- factors
  }
  found <- call_command("regress", data, c(options, list(predict = newdata)), "adobest_regression", draws, progress)
  found$formula <- text
  found$given <- list(data = data, options = options)
  found
}

coefficients_of <- function(object) bind(lapply(object$raw$coefficients, function(row) as.data.frame(row, stringsAsFactors = FALSE)))

coef.adobest_regression <- function(object, ...) {
  rows <- coefficients_of(object)
  setNames(rows$mean, rows$name)
}

# The draws of the coefficients, a row a draw.
coefficient_draws <- function(object) {
  draws <- flat_draws(object$draws)
  names <- names(coef(object))
  matrix(draws[, , names], ncol = length(names), dimnames = list(NULL, names))
}

vcov.adobest_regression <- function(object, ...) cov(coefficient_draws(object))

confint.adobest_regression <- function(object, parm, level = 0.95, ...) {
  rows <- coefficients_of(object)
  tails <- c((1 - level) / 2, (1 + level) / 2)
  # Those of 95 % are the command's.
  ends <- if (level == 0.95) {
    cbind(rows$lower, rows$upper)
  } else {
    t(apply(coefficient_draws(object), 2L, quantile, tails, names = FALSE))
  }
  dimnames(ends) <- list(rows$name, paste(format(100 * tails, trim = TRUE, digits = 3L), "%"))
  if (missing(parm)) ends else ends[parm, , drop = FALSE]
}

# Without `newdata` the people of the fit. The command is asked again, with the seed of the fit, so that its draws are the same.
predict.adobest_regression <- function(object, newdata = NULL, progress = interactive(), ...) {
  if (is.null(newdata)) newdata <- object$given$data
  options <- c(object$given$options, list(predict = newdata))
  found <- suppressWarnings(
    call_command("regress", object$given$data, options, "adobest_regression", FALSE, progress)
  )
  bind(lapply(found$raw$predictions, function(row) as.data.frame(row, stringsAsFactors = FALSE)))
}

formula.adobest_regression <- function(x, ...) stats::as.formula(x$formula)

nobs.adobest_regression <- function(object, ...) object$raw$people

print.adobest_regression <- function(x, digits = 4L, ...) {
  cat(x$formula, ": ", format(x$raw$people, big.mark = ","), " people, audited epsilon ", format(x$raw$epsilon, digits = digits), "\n\n", sep = "")
  print(coef(x), digits = digits)
  invisible(x)
}

summary.adobest_regression <- function(object, ...) {
  rows <- coefficients_of(object)
  table <- as.matrix(rows[setdiff(names(rows), "name")])
  rownames(table) <- rows$name
  effects <- bind(lapply(object$raw$effects, function(row) as.data.frame(row, stringsAsFactors = FALSE)))
  structure(list(object = object, coefficients = table, effects = effects), class = "summary.adobest_regression")
}

print.summary.adobest_regression <- function(x, digits = 3L, ...) {
  raw <- x$object$raw
  cat(x$object$formula, "\n", format(raw$people, big.mark = ","), " people, audited epsilon ", format(raw$epsilon, digits = 4L), ", ", sep = "")
  cat(raw$chains, " chains of ", raw$draws, " draws\n\n", sep = "")
  # A scale or a number has no reference.
  cat(if (is.null(raw$reference)) "Location and scale" else paste("Log odds against", raw$reference), ":\n", sep = "")
  print(x$coefficients, digits = digits)
  if (!is.null(x$effects)) {
    cat("\nAverage change, by one unit more or by a level of a factor:\n")
    print(x$effects, digits = digits, row.names = FALSE)
  }
  for (text in x$object$warnings) cat("\nwarning: ", text, "\n", sep = "")
  invisible(x)
}

plot.adobest_regression <- function(x, ..., xlab = if (is.null(x$raw$reference)) "log density along the range" else "log odds") {
  rows <- coefficients_of(x)
  draw_intervals(rows, rows$name, xlab, ...)
  abline(v = 0, lty = 3L)
  invisible(x)
}
