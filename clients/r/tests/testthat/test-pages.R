# The script and the guide are played from beginning to end.

play <- function(lines) {
  file <- tempfile(fileext = ".R")
  writeLines(lines, file)
  before <- setwd(root)
  on.exit(setwd(before))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off(), add = TRUE)
  names <- new.env()
  said <- utils::capture.output(quietly(source(file, local = names, echo = TRUE, encoding = "UTF-8")))
  list(names = names, said = paste(said, collapse = "\n"))
}

test_that("the script has the numbers of the command", {
  names <- play(readLines(file.path(root, "clients/r/survey.R"), encoding = "UTF-8"))$names
  jobs <- by_hand("estimate", people_file, "--column", "job", "--epsilon", "2")
  expect_identical(adobest_laws(names$jobs)$mean, as.numeric(unlist(jobs$estimate)))
  smokes <- by_hand("regress", people_file, "--formula", "smokes ~ age + (1 | region)", "--epsilon", "2")
  expect_identical(without_files(names$smokes$raw), without_files(smokes))
  decoded <- by_hand("decode", answers_file, "--count-column", "count", "--epsilon", "1")
  expect_identical(names$decoded$raw$estimate, decoded$estimate)
})

test_that("the guide runs", {
  lines <- readLines(file.path(root, "site/guides/in-r.md"), encoding = "UTF-8")
  fences <- grep("^```", lines)
  opening <- fences[c(TRUE, FALSE)]
  expect_identical(unique(lines[opening]), "```r")
  blocks <- unlist(Map(function(from, to) lines[seq(from + 1L, to - 1L)], opening, fences[c(FALSE, TRUE)]))
  dir.create(file.path(root, "out"), showWarnings = FALSE)
  said <- play(blocks)$said
  expect_match(said, "the data: no column", fixed = TRUE)
  expect_gt(file.size(file.path(root, "out/in-r.pdf")), 1000)
})
