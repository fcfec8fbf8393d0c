/** The package's face: everything public is exported here, and nothing else is public. */

export type { Vector } from './check/check.ts'
export {
  createEstimator,
  type Estimator,
  type EstimatorOptions,
  type EstimatorSnapshot,
  restoreEstimator,
} from './loop/estimator.ts'
export { mechanismFromRequest } from './loop/requests.ts'
export { createRespondent, type Respondent, type SimulatedRespondent } from './loop/respondent.ts'
export {
  type SimulatedRun,
  type SimulateOptions,
  type Simulation,
  simulate,
} from './loop/simulate.ts'
export { STRATEGY_NAMES } from './loop/strategy.ts'
export type { Checkpoint } from './loop/trajectory.ts'
export { type Audit, audit } from './mechanism/audit.ts'
export { channelMatrix, likelihood } from './mechanism/channel-matrix.ts'
export type { Column, DenseColumn, LevelColumn } from './mechanism/column.ts'
export { hadamard } from './mechanism/hadamard.ts'
export { localHashing } from './mechanism/local-hashing.ts'
export type { Mechanism, Request, Response } from './mechanism/mechanism.ts'
export { publicPrior } from './mechanism/public-prior.ts'
export { srr } from './mechanism/srr.ts'
export { subsetSelection } from './mechanism/subset-selection.ts'
export { unaryEncoding } from './mechanism/unary-encoding.ts'
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
export { type Diagnostics, diagnose } from './posterior/diagnostics.ts'
export type { LangevinOptions, LangevinSampler, LangevinState } from './posterior/langevin.ts'
export { type MaximumLikelihood, maximumLikelihood } from './posterior/maximum-likelihood.ts'
export type { Prior } from './posterior/prior.ts'
export {
  type Posterior,
  type PosteriorOptions,
  SAMPLER_NAMES,
  type SamplerName,
  samplePosterior,
} from './posterior/sample-posterior.ts'
export type { Sampler } from './posterior/sampler.ts'
export { sgld } from './posterior/sgld.ts'
export { sgrld } from './posterior/sgrld.ts'
export type { PosteriorSummary } from './posterior/summary.ts'
export { createTally, type Tally, type TallyJSON, tallyFromJSON } from './posterior/tally.ts'
export {
  createTensorChains,
  type TensorChains,
  type TensorChainsOptions,
} from './posterior/tensor/tensor-chains.ts'
export { cryptoRng } from './random/crypto.ts'
export type { CryptoRng, Rng, SeededRng, StreamState } from './random/rng.ts'
export { resumeStream, stream } from './random/stream.ts'
export { type Rrrr, rrrr } from './rrrr/rrrr.ts'
export {
  type ContinuousLaw,
  type ContinuousSampler,
  continuousSampler,
  type LinearContinuousSampler,
} from './sampling/continuous-sampler.ts'
export type { Density, Reference } from './sampling/density.ts'
export { laplace, laplaceMixture } from './sampling/laplace.ts'
export type { LinearSampler } from './sampling/linear-sampler.ts'
export { localMinimaxSampler, type Neighbourhood } from './sampling/local-minimax-sampler.ts'
export { minimaxSampler, type SamplerClass, type SamplerForm } from './sampling/minimax-sampler.ts'
export { type Guarantee, optimalMixing, type RatioClass } from './sampling/optimal-mixing.ts'
export { publicPriorSampler } from './sampling/public-prior-sampler.ts'
export { relativeMollifier } from './sampling/relative-mollifier.ts'
export type { DrawSampler, PrivateSampler } from './sampling/sampler.ts'
export { type DivergenceName, divergence } from './simplex/divergence.ts'
export { totalVariation } from './simplex/total-variation.ts'
export {
  evaluateUtility,
  type ScanResult,
  scanSubsets,
  UTILITY_NAMES,
  type UtilityName,
} from './utility/select.ts'
