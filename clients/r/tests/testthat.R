library(testthat)
library(adobest)

test_check("adobest")
