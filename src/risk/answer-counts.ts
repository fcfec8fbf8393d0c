import { copyList, requireInteger, requireOptions } from '../check/check.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'

/** The answers through one channel. */
export interface ChannelAnswers {
  readonly mechanism: Mechanism
  /** Number of answers. */
  readonly size: number
  /** The distinct answers, in the order of their first occurrence. */
  readonly given: Iterable<CountedResponse>
}

/** Number of people who gave a response. */
export interface CountedResponse {
  readonly response: Response
  readonly count: number
}

/** All of the counts as plain data. */
export type AnswerCountsState = readonly {
  readonly request: Request
  readonly given: readonly (readonly [response: Response, count: number])[]
}[]

interface Channel {
  readonly mechanism: Mechanism
  size: number
  readonly counts: Map<number | string, { readonly response: Response; count: number }>
}

/** Counts answers by channel and response. This keeps more than a tally, which merges answers with the same likelihood. */
export class AnswerCounts {
  /** Number of answers. */
  size = 0
  private readonly byRequest = new Map<string, Channel>()
  private readonly byMechanism = new WeakMap<Mechanism, Channel>()

  /**
   * @param state result of `toJSON`
   * @param mechanismOf rebuilds the channels from their requests
   */
  constructor(state?: AnswerCountsState, mechanismOf?: (request: Request) => Mechanism) {
    if (state === undefined || mechanismOf === undefined) return
    for (const entry of copyList('the counted answers', state, 0, Infinity, 'a list of channels')) {
      const { request, given } = requireOptions(entry as AnswerCountsState[number], {
        request: true,
        given: true,
      })
      const mechanism = mechanismOf(request)
      for (const pair of copyList('given', given, 0, Infinity, 'a list of pairs')) {
        const [response, count] = copyList('a pair of given', pair, 2, 2, 'a response and a count')
        // Throws if the channel cannot give the response.
        mechanism.column(response as Response)
        this.add(mechanism, response as Response, requireInteger('a count of given', count, 1))
      }
    }
  }

  /** Counts the same answer of `count` people. */
  add(mechanism: Mechanism, response: Response, count: number): void {
    if (count === 0) return
    const channel = this.channelOf(mechanism)
    const key = typeof response === 'number' ? response : response.join()
    const entry = channel.counts.get(key)
    if (entry) entry.count += count
    else
      channel.counts.set(key, { response: typeof response === 'number' ? response : response.slice(), count })
    channel.size += count
    this.size += count
  }

  *channels(): Iterable<ChannelAnswers> {
    for (const { mechanism, size, counts } of this.byRequest.values()) {
      yield { mechanism, size, given: counts.values() }
    }
  }

  toJSON(): AnswerCountsState {
    return Array.from(this.channels(), ({ mechanism, given }) => ({
      request: mechanism.toRequest(),
      given: Array.from(given, ({ response, count }) => [response, count] as const),
    }))
  }

  private channelOf(mechanism: Mechanism): Channel {
    const cached = this.byMechanism.get(mechanism)
    if (cached) return cached
    const key = JSON.stringify(mechanism.toRequest())
    const channel = this.byRequest.get(key) ?? { mechanism, size: 0, counts: new Map() }
    this.byRequest.set(key, channel)
    this.byMechanism.set(mechanism, channel)
    return channel
  }
}
