import { refuse, requireOptions } from '../check/check.ts'
import { auditedMechanism } from '../mechanism/audited-mechanism.ts'
import { type Channel, type Request, requireMechanism } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { type RiskOptions, type RiskReport, reportOf } from '../risk/risk-report.ts'
import { mechanismFromRequest } from './requests.ts'

/**
 * The risk of one answer by a channel for the person who gives it: the odds, and how often the category can be guessed from it. Optionally,
 * the risk of repeated answers, and of an answer that is shuffled among others. Also how far an arbitrary answer can move an estimate. All
 * figures are computed from the channel itself, in closed form where its responses are too many to list.
 *
 * With V = Σ_y max_x π_x Pr(y|x) the guess, the leakage is log₂(V / max π).
 *
 * @param options.mechanism the channel; or instead of it:
 * @param options.request a request from which the channel is built
 * @param options.prior π, K probabilities: the belief about a person's category before the answer; default uniform
 * @param options.askings T, from 1 to 10,000: adds `repeated`, on T answers with fresh noise. Its guess is an exact sum if a
 *   response speaks for one category alone and π is uniform; otherwise it is simulated, with a standard error
 * @param options.people n, from 1 to 10⁷: adds `shuffled`, the central level of an answer among n that are shuffled
 * @param options.delta δ of that level, default 10⁻⁶
 * @param options.catalogue where the kind of the request is looked up; default `builtIn`
 * @throws RangeError on a bad option, or if a figure cannot be computed, because the responses are too many to list and either the
 *   prior is not uniform or the law changes when the categories are renamed
 * @see Alvim, Chatzikokolakis, McIver, et al. (2020), The science of quantitative information flow, for guesses and leakage; Wang, Peng,
 * Li, et al. (2023), for the shuffled level; Nanayakkara, Smart, Cummings, et al. (2023), What are the chances?, for the odds
 * @example
 * riskReport({ mechanism: srr({ categories: 20, epsilon: 1 }) }).guess // 0.12516099799833533; without an answer 0.05
 */
export function riskReport(
  options: RiskOptions & { readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] } } & (
      | { readonly mechanism: Channel; readonly request?: never }
      | { readonly request: Request; readonly mechanism?: never }
    ),
): RiskReport {
  const { mechanism, request, catalogue, ...rest } = requireOptions(options, {
    mechanism: true,
    request: true,
    prior: true,
    askings: true,
    people: true,
    delta: true,
    catalogue: true,
  })
  if ((mechanism === undefined) === (request === undefined)) {
    refuse('mechanism and request', { mechanism: mechanism?.name, request }, 'one given, the other not')
  }
  const channel =
    mechanism === undefined
      ? mechanismFromRequest(request as Request, { catalogue })
      : auditedMechanism(requireMechanism(mechanism))
  return reportOf(channel, rest)
}
