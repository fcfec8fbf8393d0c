import { NO_GOAL } from './asked-goal.ts'

/** How far a sum of probabilities, or a distance, may be off by rounding. */
const ROUNDING = 1e-6

const all = (list: string, condition: (entry: string) => string) =>
  `len(list_filter(${list}, lambda entry: ${condition('entry')})) = len(${list})`

const isShare = (value: string) => `${value} BETWEEN 0 AND ${1 + ROUNDING}`

/** How many laws a row has: one of each group, one of each view, or one of all people. */
const LAWS = 'coalesce(len(groups.names), len(tables.views), 1)'
/** How many numbers they have together. */
const NUMBERS = 'categories * coalesce(len(groups.names), 1)'

/** Laws one after another, each of which sums to one; of several, it is enough that all do together. */
const areLaws = (list: string) =>
  `len(${list}) = ${NUMBERS} AND ${all(list, isShare)} AND ${isShare(`abs(list_sum(${list}) / ${LAWS} - 1) / ${ROUNDING}`)}`

/** The distance of such laws to the truth, mean over the laws. */
const distanceOf = (list: string) =>
  `list_sum(list_transform(list_zip(${list}, truth), lambda p: abs(p[1] - p[2]))) / (2 * ${LAWS})`

/** What rows of groups say of them, which are null in others. */
const GROUPS = `CASE WHEN prior = 'pooled' THEN len(groups.people) = len(groups.names) AND ${areLaws('groups.separate')}
    AND abs(separate - ${distanceOf('groups.separate')}) <= ${ROUNDING}
    AND ${['lower', 'upper', 'separateLower', 'separateUpper']
      .map(name => `(groups.${name} IS NULL OR len(groups.${name}) = ${NUMBERS})`)
      .join(' AND ')}
    ELSE groups IS NULL AND separate IS NULL END`

/** What rows of attributes say of their tables, which are null in others. */
const TABLES = `CASE WHEN tables IS NOT NULL THEN groups IS NULL AND len(tables.views) > 0
    AND (tables."lower" IS NULL OR len(tables."lower") = categories AND len(tables."upper") = categories)
    AND CASE WHEN association IS NULL THEN tables.cramersV IS NULL ELSE association BETWEEN 0 AND 1
      AND ${['cramersV', 'cramersVLower', 'cramersVUpper', 'cramersVTruth']
        .map(name => `len(tables.${name}) = len(tables.views) AND ${all(`tables.${name}`, isShare)}`)
        .join(' AND ')} END
    ELSE association IS NULL END`

/** Vectors of checkpoints that are null where the truth does not move, or where no band was asked for. */
const VECTORS = ['truthNow', 'truthMean', 'anytimeLower', 'anytimeUpper']

const SETTING = [
  "seed LIKE 'seed=%'",
  "contains(seed, ' categories=' || categories || ' users=' || users || ' truth=' || truthName || ' epsilon=')",
  "TRY_CAST(regexp_extract(seed, '(?s).* epsilon=(.*) sampler=', 1) AS DOUBLE) = epsilon",
  `ends_with(seed, ' sampler=' || sampler || ' prior=' || prior || ' groupSize=' || groupSize || if(memory = 'all', '', ' memory=' || memory) || if(goal = '${NO_GOAL}', '', ' goal=' || goal) || ' run=' || run)`,
]

/**
 * An SQL condition: whether a stored row is one that a run can give. It makes the checks that `requireRow` makes on a row
 * from a worker, as far as they are possible without the plan. A large sweep has millions of rows, so they are checked in
 * the database.
 */
export const IS_SOUND = [
  ...SETTING,
  // The name of a run says what is watched in it, and has the digests of the modules that it uses.
  "regexp_replace(name, '( anytime)?( runLength=[0-9.e+]+)?( use=[0-9a-f]{12}([+][0-9a-f]{12})*)?$', '') = seed || ' strategy=' || strategy",
  areLaws('estimate'),
  areLaws('truth'),
  isShare('totalVariation'),
  `abs(totalVariation - ${distanceOf('estimate')}) <= ${ROUNDING}`,
  GROUPS,
  TABLES,
  'meanSubsetSize BETWEEN 0 AND categories',
  `auditedEpsilon BETWEEN 0 AND epsilon * ${1 + ROUNDING}`,
  'seconds >= 0',
  "seconds < 'Infinity'::DOUBLE",
  // The columns below are null in older parts, and some of them in rows without a goal.
  `CASE WHEN goal <> '${NO_GOAL}' THEN answers BETWEEN CASE WHEN settled THEN 1 ELSE users END AND users
    AND decision <> '' AND correct IS NOT NULL
    ELSE coalesce(answers::VARCHAR, settled::VARCHAR, decision, correct::VARCHAR) IS NULL END`,
  `(totalVariationNow IS NULL OR ${isShare('totalVariationNow')})`,
  "CASE WHEN contains(seed, ' question=') THEN wasserstein >= 0 ELSE wasserstein IS NULL END",
  `(intervalWidth IS NULL OR ${isShare('intervalWidth')})`,
  `(coverage IS NULL OR ${isShare('coverage')})`,
  `(trajectory IS NULL OR ${all(
    'trajectory',
    c =>
      `len(${c}.mean) = categories AND len(${c}.lower) = categories AND len(${c}.upper) = categories
      AND ${VECTORS.map(name => `(${c}.${name} IS NULL OR len(${c}.${name}) = categories)`).join(' AND ')}
      AND ${c}.answers BETWEEN 1 AND users AND ${c}.subsetSize BETWEEN 0 AND categories`,
  )})`,
].join('\n  AND ')
