# Calls give what the command gives, to the digit.

test_that("a frame gives the numbers of the command on its file, and a row a cell", {
  expected <- by_hand("estimate", people_file, "--column", "job", "--by", "region", "--epsilon", "1", "--draws", "20", "--show", "share(sales)")
  found <- quietly(adobest_estimate(people, "job", by = "region", epsilon = 1, show = "share(sales)", draws = 20))
  expect_identical(without_files(found$raw), without_files(expected))
  laws <- adobest_laws(found)
  expect_identical(dim(laws), c(12L, 8L))
  expect_identical(laws$mean, unlist(lapply(expected$laws, `[[`, "estimate")))
  expect_identical(laws$lower, unlist(lapply(expected$laws, function(law) law$interval$lower)))
  expect_identical(adobest_queries(found)$mean, expected$queries[[1L]]$mean)
  draws <- adobest_draws(found)
  expect_identical(dim(draws), c(20L, 4L, 12L))
  expect_equal(mean(draws[, , "theta[north,sales]"]), laws$mean[laws$group == "north" & laws$label == "sales"])
  expect_output(print(found), "800 people, audited epsilon 1")
})

test_that("tables are laid out as the command has them", {
  found <- quietly(adobest_estimate(people, c("smokes", "overtime"), epsilon = 2, draws = 20))
  laws <- adobest_laws(found)
  table <- found$raw$laws[[3L]]
  row <- laws[laws$about == "smokes:overtime" & laws$label == "yes" & laws$label2 == "never", ]
  u <- match("yes", unlist(table$labels[[1L]]))
  v <- match("never", unlist(table$labels[[2L]]))
  expect_identical(row$mean, table$estimate[[u]][[v]])
  expect_equal(mean(adobest_draws(found)[, , "smokes:overtime[yes,never]"]), row$mean)
})

test_that("an export of the collector is decoded with labels", {
  labels <- c("kitchen", "office", "sales", "warehouse")
  found <- quietly(adobest_decode(answers_file, count_column = "count", epsilon = 1, labels = labels, draws = 20))
  expected <- by_hand("decode", answers_file, "--count-column", "count", "--epsilon", "1", "--draws", "20")
  expect_identical(found$raw$estimate, expected$estimate)
  expect_identical(adobest_laws(found)$label, labels)
})

test_that("factors keep their labels, ordered ones are scales, and NA is missing", {
  data <- people
  data$overtime <- factor(data$overtime, c("never", "rarely", "often"), ordered = TRUE)
  expect_identical(unlist(quietly(adobest_estimate(data, "overtime", epsilon = 1, draws = 20))$raw$laws[[1L]]$labels), levels(data$overtime))
  data$job <- factor(data$job)
  data$job[1:10] <- NA
  found <- quietly(adobest_estimate(data, "job", epsilon = 1, draws = 20))
  expect_identical(found$raw$dropped, 10L)
  expect_identical(unlist(found$raw$categories), levels(data$job))
})

test_that("a regression has the methods of glm, which agree with the command", {
  expected <- by_hand("regress", people_file, "--formula", "smokes ~ age + (1 | region)", "--epsilon", "2", "--draws", "50")
  found <- quietly(adobest_regress(smokes ~ age + (1 | region), people, epsilon = 2, draws = 50))
  expect_identical(without_files(found$raw), without_files(expected))
  sds <- vapply(expected$coefficients, `[[`, 0, "sd")
  expect_identical(coef(found), c(Intercept = expected$coefficients[[1L]]$mean, age = expected$coefficients[[2L]]$mean))
  expect_equal(unname(sqrt(diag(vcov(found)))), sds)
  expect_identical(unname(confint(found)[, 1L]), vapply(expected$coefficients, `[[`, 0, "lower"))
  # Quantiles of the draws are the command's, so that other levels are, too.
  almost <- confint(found, level = 0.95 + 1e-12)
  expect_equal(unname(almost), unname(confint(found)), tolerance = 1e-6)
  expect_true(all(confint(found, "age", level = 0.8)[, 1L] > confint(found, "age")[, 1L]))
  expect_output(print(summary(found)), "Log odds against no.*Average change.*share\\(no\\)")
  expect_identical(nobs(found), 800L)
  expect_identical(formula(found), smokes ~ age + (1 | region), ignore_formula_env = TRUE)
  new <- data.frame(age = c(20, 60), region = c("north", "south"))
  predicted <- predict(found, new)
  expect_identical(predicted$row, c(1L, 1L, 2L, 2L))
  expect_equal(sum(predicted$mean), 2)
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  plot(found)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("plans and comparisons are those of the command", {
  plan <- adobest_power(truth = c(0.5, 0.3, 0.2), people = 5000, goal = "share(0) > share(1) by .01")
  expect_identical(plan$raw, by_hand("power", "--truth", "[0.5,0.3,0.2]", "--people", "5000", "--goal", "share(0) > share(1) by .01"))
  expect_output(print(plan), "With 5,000 people")
})

survey <- list(
  title = "Work", epsilon = 2,
  questions = list(
    job = list(text = "Job?", categories = c("kitchen", "office", "sales", "warehouse")),
    smokes = list(text = "Smoke?", categories = c("no", "yes"))
  )
)

test_that("a survey says what people hold, and at which level", {
  found <- quietly(adobest_estimate(people, survey = survey, draws = 20))
  expect_identical(nrow(adobest_laws(found)), 4L + 2L + 8L)
  expect_identical(found$raw$epsilon, 2L)
})

test_that("every option has the name of the command", {
  place <- list2env(list(folder = tempdir(), named = character()))
  words <- function(...) adobest:::words_of(place, list(...))
  expect_identical(words(sort_by = "Sales", from = -5, to = 1.5, bins = NULL), c("--sort-by=Sales", "--from=-5", "--to=1.5"))
  expect_identical(words(trim = FALSE, header = FALSE, clamp = TRUE), c("--no-header", "--clamp"))
  expect_identical(words(columns = c("a", "b, c", "d\"e")), "--columns=a,\"b, c\",\"d\"\"e\"")
  expect_identical(words(show = c("mean(a, b)", "median")), c("--show=mean(a, b)", "--show=median"))
  expect_identical(words(shares = c(north = 0.4, south = 0.6)), "--shares=north=0.4,south=0.6")
  expect_identical(words(request = list(mechanism = "srr", categories = 3)), "--request={\"mechanism\":\"srr\",\"categories\":3}")
  expect_identical(words(people = 1e6, epsilon = c(0.5, 1)), c("--people=1000000", "--epsilon=0.5,1"))
})

test_that("the version is that of the command", {
  package <- jsonlite::fromJSON(file.path(root, "package.json"))
  expect_identical(as.character(packageVersion("adobest")), package$version)
})
