#' # A survey, analysed
#'
#' A made-up survey of 800 people: their job, whether they smoke, how often they work overtime. Each is asked in private at ε = 2, and the
#' answers are simulated from the file, so that the truth is known. It runs in a checkout that `npm ci` has built, by
#' `Rscript clients/r/survey.R` or, as a notebook, by `rmarkdown::render`; `clients/python/survey.ipynb` does the same in Python.
library(adobest)

people <- read.csv("clients/data/people.csv")

#' ## Which jobs
#'
#' One row a job, with its interval and, as this is a simulation, its true share:
jobs <- adobest_estimate(people, "job", epsilon = 2)
jobs

#' ## Region by region
#'
#' Regions borrow from each other. Queries ask about anything that was collected:
by_region <- adobest_estimate(people, "job",
  by = "region", epsilon = 2,
  show = c("share(sales)", "share(office | region = north) - share(office | region = islands)")
)
adobest_queries(by_region)

#' ## Overtime
#'
#' An ordered factor is a scale:
people$overtime <- factor(people$overtime, c("never", "rarely", "often"), ordered = TRUE)
overtime <- adobest_estimate(people, "overtime", epsilon = 2)
overtime

#' ## Who smokes
#'
#' Age and region are public; whether somebody smokes is private.
smokes <- adobest_regress(smokes ~ age + (1 | region), people, epsilon = 2)
summary(smokes)
plot(smokes)

#' ## Answers that people gave
#'
#' An export of the collector, in which nobody's job can be read off:
decoded <- adobest_decode("clients/data/answers.csv", count_column = "count", labels = adobest_laws(jobs)$label, epsilon = 1)
decoded
