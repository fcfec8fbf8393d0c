import {
  boundFinding,
  channelFinding,
  manyCategoriesFinding,
  posteriorFinding,
  publishedFinding,
  realDataFinding,
  utilitiesFinding,
} from './channels.ts'
import type { Finding } from './finding.ts'
import { numberQuestionsFinding, numbersFinding } from './numbers.ts'
import { defaultsFinding, everyLookFinding, liarsFinding, memoryFinding, questionsFinding } from './others.ts'
import { groupsFinding, plansFinding, tablesFinding } from './parts.ts'

/** The findings, in a reader's order. */
export const FINDINGS: readonly (() => Finding)[] = [
  posteriorFinding,
  channelFinding,
  questionsFinding,
  utilitiesFinding,
  boundFinding,
  manyCategoriesFinding,
  realDataFinding,
  publishedFinding,
  everyLookFinding,
  memoryFinding,
  liarsFinding,
  numbersFinding,
  numberQuestionsFinding,
  groupsFinding,
  tablesFinding,
  plansFinding,
  defaultsFinding,
]
