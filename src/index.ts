/** What `adobest` exports, in a reader's order. Only this and the exports of the other entry points are public. */

// Planning: how many people, before anybody is asked.

export type { PlannedTruth } from './planning/plan-truth.ts'
export { type OtherLevel, type PeopleNeeded, type PowerPlan, power } from './planning/power.ts'
export type { PowerOptions } from './planning/power-options.ts'

// The loop: whole collections simulated, and the two sides of a live one, of which the estimator asks and respondents audit and answer.

export type { Categories } from './check/categories.ts'
export type { PersonRecord, Questions } from './domain/domain.ts'
export type { By } from './domain/groups.ts'
export type {
  CollectionEffort,
  CollectionEstimator,
  CollectionSnapshot,
  GroupedEstimator,
  GroupedNumbersEstimator,
  GroupedRecordsEstimator,
  RecordsEstimator,
  WeightedRequest,
} from './loop/collection-estimator.ts'
export type {
  CollectionEstimatorOptions,
  GroupedEstimatorOptions,
  GroupedNumbersOptions,
  GroupedRecordsOptions,
  RecordsEstimatorOptions,
} from './loop/collection-options.ts'
export {
  createEstimator,
  type Estimate,
  type EstimateOfNumber,
  type Estimator,
  type NumericEstimatorOptions,
  restoreEstimator,
} from './loop/estimator.ts'
export type { Outlook } from './loop/goal/outlook.ts'
export { type InferenceData, type InferenceDataOptions, toInferenceData } from './loop/inference-data.ts'
export type { Named } from './loop/named-categories.ts'
export {
  createRespondent,
  type RecordRespondent,
  type Respondent,
  type SimulatedRespondent,
} from './loop/respondent.ts'
export type { EstimatorOptions, EstimatorSnapshot } from './loop/snapshot.ts'
export { STRATEGY_NAMES, type StrategyName } from './loop/strategy/strategy-names.ts'
export type { Association, Table, Tables } from './posterior/functional/tables-estimate.ts'
export type { RecordsTruth } from './query/true-law.ts'
export type { JudgedDecision, OpenRun, SimulatedNumericRun, SimulatedRun } from './simulation/open-run.ts'
export {
  createSimulation,
  type NumericSimulateOptions,
  type OpenSimulation,
  type SimulateOptions,
  type Simulation,
  type SimulationWatch,
  simulate,
  simulateAsync,
} from './simulation/simulate.ts'
export type {
  CollectionSimulateOptions,
  CollectionSimulation,
  EstimatedLaw,
  GroupedNumbersSimulateOptions,
  GroupedNumbersSimulation,
  GroupedRecordsSimulateOptions,
  GroupedRecordsSimulation,
  GroupedSimulateOptions,
  GroupedSimulation,
  RecordsSimulateOptions,
  RecordsSimulation,
  SimulatedCollectionRun,
} from './simulation/simulate-collection.ts'
export type {
  GroupMember,
  HeldValue,
  LatentClassTruth,
  PeopleOptions,
  PeopleTruth,
  TruthClass,
} from './simulation/simulated-people.ts'
export type { Checkpoint } from './simulation/trajectory.ts'

// Mechanisms: the rules that randomize an answer, as channels whose exact ε is computed.

export { mechanismFromRequest } from './catalogue/requests.ts'
export { type Audit, audit } from './mechanism/audit.ts'
export {
  type BlockDesign,
  type BlockDesignOptions,
  blockDesign,
} from './mechanism/block-design/block-design.ts'
export { decodeCounts } from './mechanism/block-design/decode-counts.ts'
export { channelMatrix, likelihood } from './mechanism/channel-matrix.ts'
export type { Column, DenseColumn, LevelColumn } from './mechanism/column.ts'
export { hadamard } from './mechanism/hadamard.ts'
export { localHashing } from './mechanism/local-hashing.ts'
export { matrixChannel } from './mechanism/matrix-channel.ts'
export type {
  Channel,
  Mechanism,
  Request as ChannelRequest,
  Response as ChannelResponse,
} from './mechanism/mechanism.ts'
export { arcPartitions, type PartitionFormula, thresholdPartition } from './mechanism/partitions.ts'
export { publicPrior } from './mechanism/public-prior.ts'
export { srr } from './mechanism/srr.ts'
export { type StaircaseOptions, staircase } from './mechanism/staircase.ts'
export { subsetSelection } from './mechanism/subset-selection.ts'
export type { Hashing, Support } from './mechanism/support.ts'
export { type SurveyDesignOptions, surveyDesign } from './mechanism/survey-design.ts'
export type { SurveyQuestion } from './mechanism/survey-law.ts'
export { unaryChannel } from './mechanism/unary-channel.ts'
export { unaryEncoding } from './mechanism/unary-encoding.ts'
export { type Rrrr, rrrr } from './rrrr/rrrr.ts'

// Posterior: from answers to shares, by tallies and exact samplers, with intervals and diagnostics.

export {
  type SampleGroupedNumbersOptions,
  type SampleGroupsOptions,
  type SampleNumericOptions,
  type SamplePosteriorOptions as PosteriorOptions,
  samplePosterior,
  samplePosteriorAsync,
} from './catalogue/sample-posterior.ts'
export { SAMPLER_NAMES, type SamplerName } from './catalogue/samplers.ts'
export {
  type CollectedAnswer,
  type CollectionOptions,
  type TalliedResponses,
  tallyResponses,
} from './catalogue/tally-responses.ts'
export type { Posterior } from './posterior/chains/posterior.ts'
export {
  type Chains,
  type Diagnostics,
  diagnose,
  essBulk,
  essTail,
  mcse,
  rhat,
} from './posterior/draws/diagnostics.ts'
export type { PosteriorSummary } from './posterior/draws/summary.ts'
export type { Prior } from './posterior/kind/prior.ts'
export type { Meetings, Sampler } from './posterior/kind/sampler.ts'
export type { LangevinOptions, LangevinSampler, LangevinState } from './posterior/langevin/langevin.ts'
export { sgld } from './posterior/langevin/sgld.ts'
export { sgrld } from './posterior/langevin/sgrld.ts'
export { type MaximumLikelihood, maximumLikelihood } from './posterior/mode/maximum-likelihood.ts'
export { createTally, type Tally, type TallyJSON, tallyFromJSON } from './posterior/tally/tally.ts'

// Questions: what people may hold, channels that respect its order, and single figures with intervals.

export type { NumericPrior } from './catalogue/numeric-prior.ts'
export { bestArcs } from './domain/arcs.ts'
export type { CategoriesKind, OrderedKind, QuestionKind } from './domain/kind.ts'
export type {
  NumberQuestion,
  OrderedQuestion,
  Outside,
  Question,
  ScaleQuestion,
  WholeQuestion,
} from './domain/question.ts'
export { readQuestion } from './domain/read-question.ts'
export type { ByGroup, Difference, Grouped, GroupShares } from './posterior/functional/by-group.ts'
export type { LawBelief } from './posterior/functional/law-beliefs.ts'
export type { NumericEstimate } from './posterior/functional/numeric-estimate.ts'
export type { Functional } from './query/functional.ts'
export type { Askable } from './query/of-query.ts'
export { parseQuery } from './query/parse-query.ts'
export type {
  Event,
  LevelEvent,
  MeanQuery,
  PairQuery,
  QuantileQuery,
  Query,
  QueryForm,
  ShareQuery,
  SideEvent,
} from './query/query.ts'
export type { Scalar } from './query/scalar.ts'
export type { Asked } from './query/vocabulary.ts'

// Regression: what the private category has to do with what is public about people.

export type {
  Covariate,
  Factor,
  GivenCovariates,
  NumericCovariate,
  PopulationCell,
} from './regression/covariates.ts'
export { type RegressOptions, regress, regressAsync } from './regression/regress.ts'
export type {
  AverageEffect,
  CoefficientJSON,
  NamedScalar,
  RandomEffects,
  Regression,
  RegressionJSON,
} from './regression/regression.ts'
export type { RegressionInferenceData } from './regression/regression-inference.ts'
export type { RegressionAnswer } from './regression/regression-records.ts'

// Goals: questions that end a collection when they are settled.

export type { Answer, Decision } from './query/answer.ts'
export {
  type GivenGoal,
  type Goal,
  type GoalGuarantee,
  type OrderGoal,
  parseGoal,
  type SideGoal,
  type ValueGoal,
  type WrittenGoal,
} from './query/parse-goal.ts'

// Surveys: what `survey.json` describes, as options of all that is above.

export { type SurveyAsked, type SurveyCollection, surveyAsked, surveyCollection } from './survey/asked.ts'
export { closesWhenSettled, closingTime } from './survey/closing.ts'
export { type Language, preferNotToSay } from './survey/languages.ts'
export { readSurvey } from './survey/read-survey.ts'
export type { AskedQuestion, LabelledQuestion, Separator, Survey, SurveyWords } from './survey/survey.ts'
export { unitOfValue } from './survey/units.ts'

// Streams: confidence sequences, change detection, and memories that forget old answers.

export type { Memory } from './loop/memory/memory.ts'
export type { MemoryWeight } from './loop/memory/memory-follower.ts'
export type { Scores } from './sequence/answer-scores.ts'
export {
  type ChangeDetector,
  type ChangeDetectorJSON,
  type ChangeDetectorOptions,
  changeDetector,
  changeDetectorFromJSON,
} from './sequence/change-detector.ts'
export type { Change } from './sequence/change-json.ts'
export {
  type Band,
  type ConfidenceSequence,
  type ConfidenceSequenceJSON,
  type ConfidenceSequenceOptions,
  confidenceSequence,
  confidenceSequenceFromJSON,
} from './sequence/confidence-sequence.ts'
export type { ConfidencePoolJSON } from './sequence/pool-json.ts'
export { scoresOf } from './sequence/scores.ts'
export type { FixedTruth, MovingTruth } from './simulation/moving-truth.ts'

// Risk: what an answer gives away, people who are asked again, and people who lie.

export { riskReport } from './catalogue/report-risk.ts'
export { type DetectionOptions, detectLiars } from './loop/detect-liars.ts'
export type { BelowZero } from './risk/below-zero.ts'
export type { LiarSigns } from './risk/liar-signs.ts'
export {
  type Memoized,
  type MemoizedOptions,
  memoized,
} from './risk/memoized.ts'
export type { MemoizedState } from './risk/memoized-state.ts'
export type { NamedPair } from './risk/named-pairs.ts'
export type { RepeatedAnswer } from './risk/repeated-answers.ts'
export type { RiskOptions, RiskReport } from './risk/risk-report.ts'
export type { Robust } from './risk/robust-means.ts'

// Utilities and distances: how a subset of categories is ranked, and how far one distribution is from another.

export { evaluateUtility, type ScanResult, scanSubsets } from './catalogue/scan-subsets.ts'
export { UTILITY_NAMES, type UtilityName } from './catalogue/utilities.ts'
export { type DivergenceName, divergence } from './simplex/divergence.ts'
export { totalVariation } from './simplex/total-variation.ts'

// Private sampling: one private draw from a distribution that a person holds.

export {
  type ContinuousLaw,
  type ContinuousSampler,
  continuousSampler,
  type LinearContinuousSampler,
} from './private-sampling/continuous-sampler.ts'
export type { Density, Reference } from './private-sampling/density.ts'
export { laplace, laplaceMixture } from './private-sampling/laplace.ts'
export type { LinearSampler } from './private-sampling/linear-sampler.ts'
export { localMinimaxSampler, type Neighbourhood } from './private-sampling/local-minimax-sampler.ts'
export { minimaxSampler, type SamplerClass, type SamplerForm } from './private-sampling/minimax-sampler.ts'
export { type Guarantee, optimalMixing, type RatioClass } from './private-sampling/optimal-mixing.ts'
export type { DrawSampler, PrivateSampler } from './private-sampling/private-sampler.ts'
export { publicPriorSampler } from './private-sampling/public-prior-sampler.ts'
export { relativeMollifier } from './private-sampling/relative-mollifier.ts'

// Pooling: means and quantiles of public and private data together.

export { type Adjacency, sumSensitivity } from './pooling/adjacency.ts'
export type { Mixing } from './pooling/mixing.ts'
export {
  type PersonalizedMean,
  type PersonalizedMeanOptions,
  personalizedMean,
} from './pooling/personalized-mean.ts'
export {
  type PersonalizedQuantile,
  type PersonalizedQuantileOptions,
  personalizedQuantile,
} from './pooling/personalized-quantile.ts'
export {
  type PersonalizedThreshold,
  type PersonalizedThresholdOptions,
  personalizedThreshold,
  type ThresholdRule,
} from './pooling/personalized-threshold.ts'
export {
  type PooledMean,
  type PooledMeanOptions,
  pooledMean,
  type SumGroup,
} from './pooling/pooled-mean.ts'
export {
  type PooledQuantile,
  type PooledQuantileOptions,
  pooledQuantile,
} from './pooling/pooled-quantile.ts'
export type { ValueGroup } from './pooling/value-groups.ts'

// Kinds of your own: catalogues, and what a mechanism, utility, sampler or strategy has to be.

export type { Catalogue } from './catalogue/catalogue.ts'
export type { LoopState, Strategy, StrategyKind, StrategySetting } from './catalogue/strategy-kind.ts'
export { builtIn } from './loop/strategy/built-in.ts'
export { extend } from './loop/strategy/extend.ts'
export type { MechanismKind, Setting } from './mechanism/mechanism-kind.ts'
export { denseColumn, type Levels, levelColumn } from './mechanism/own-column.ts'
export type { SamplerKind, SamplerSetting } from './posterior/kind/sampler-kind.ts'
export type { UtilityKind } from './utility/utility.ts'

// Randomness and errors: seeded and cryptographic sources, and what a refusal carries.

export { Refusal, type Vector } from './check/check.ts'
export { cryptoRng } from './random/crypto.ts'
export type { CryptoRng, Rng, SeededRng, StreamState } from './random/rng.ts'
export { resumeStream, stream } from './random/stream.ts'
