import { NO_GOAL } from './goal-text.ts'

/** How far a sum of probabilities, or a distance, may be off by rounding. */
const ROUNDING = 1e-6

const all = (list: string, condition: (entry: string) => string) =>
  `len(list_filter(${list}, lambda entry: ${condition('entry')})) = len(${list})`

const isShare = (value: string) => `${value} BETWEEN 0 AND ${1 + ROUNDING}`

const isSimplex = (list: string) =>
  `len(${list}) = categories AND ${all(list, isShare)} AND ${isShare(`abs(list_sum(${list}) - 1) / ${ROUNDING}`)}`

/** Of checkpoints: absent where nothing moves, or nobody asked. */
const VECTORS = ['truthNow', 'truthMean', 'anytimeLower', 'anytimeUpper']

const SETTING = [
  "seed LIKE 'seed=%'",
  "contains(seed, ' categories=' || categories || ' users=' || users || ' truth=' || truthName || ' epsilon=')",
  "TRY_CAST(regexp_extract(seed, '(?s).* epsilon=(.*) sampler=', 1) AS DOUBLE) = epsilon",
  `ends_with(seed, ' sampler=' || sampler || ' prior=' || prior || ' groupSize=' || groupSize || if(memory = 'all', '', ' memory=' || memory) || if(goal = '${NO_GOAL}', '', ' goal=' || goal) || ' run=' || run)`,
]

/**
 * Whether a stored row is one that a run gives, in SQL: what `requireRow` asks of a row that comes back, as far as a row
 * can be checked without its plan. The rows of a large sweep are millions, and are checked where they are.
 */
export const IS_SOUND = [
  ...SETTING,
  // A run names what is watched in it; one with methods of one's own, their modules' digests.
  "regexp_replace(name, '( anytime)?( runLength=[0-9.e+]+)?( use=[0-9a-f]{12}([+][0-9a-f]{12})*)?$', '') = seed || ' strategy=' || strategy",
  isSimplex('estimate'),
  isSimplex('truth'),
  isShare('totalVariation'),
  `abs(totalVariation - list_sum(list_transform(list_zip(estimate, truth), lambda p: abs(p[1] - p[2]))) / 2) <= ${ROUNDING}`,
  'meanSubsetSize BETWEEN 0 AND categories',
  `auditedEpsilon BETWEEN 0 AND epsilon * ${1 + ROUNDING}`,
  'seconds >= 0',
  "seconds < 'Infinity'::DOUBLE",
  // Older parts lack the others, and those without a goal some.
  `CASE WHEN goal <> '${NO_GOAL}' THEN answers BETWEEN CASE WHEN settled THEN 1 ELSE users END AND users
    AND decision <> '' AND correct IS NOT NULL
    ELSE coalesce(answers::VARCHAR, settled::VARCHAR, decision, correct::VARCHAR) IS NULL END`,
  `(totalVariationNow IS NULL OR ${isShare('totalVariationNow')})`,
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
