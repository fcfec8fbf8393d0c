import { InputError, naming } from '../data/input-error.ts'
import { type AnswerReader, readAnswers } from '../data/read-answers.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { DesignWeights } from '../posterior/tally/design-weights.ts'
import { countSteps } from '../report/progress.ts'
import type { DecodeOptions } from './decode-options.ts'
import { type Io, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { asResponse, type Labels } from './labels.ts'
import type { Counted } from './liars.ts'
import { type Answers, People } from './people.ts'
import { requestByDesign } from './survey-designs.ts'
import { tableOptions } from './table-options.ts'

/** A distinct answer, with its group and the number of people who gave it. */
export interface CountedAnswer<Asked> extends Counted {
  readonly asked: Asked
  readonly column: Column
  readonly group: string
  readonly weights: DesignWeights
}

/**
 * Reads the distinct answers of a file, with the number of people who gave each.
 *
 * @param admit audits a request, and returns its subject
 */
export async function readCounted<Asked extends { readonly mechanism: Mechanism }>(
  file: string,
  options: DecodeOptions,
  admit: (request: Request) => Asked,
  labels: Labels | undefined,
  io: Io,
): Promise<Answers & { readonly counts: readonly CountedAnswer<Asked>[] }> {
  const { requestColumn, responseColumn, designColumns, id, countColumn, weight, missing, by } = options
  const people = new People()
  const counts: CountedAnswer<Asked>[] = []
  let requests = 0
  const tell = countSteps(
    () => `decode: ${requests} distinct requests audited, ${counts.length} distinct answers read`,
    io.stderr,
  )
  // The request of all rows is admitted before any row is read, so that an error in it is not blamed on a row.
  const common = await commonRequest(options, admit)
  const reader: AnswerReader<Asked> = {
    request(json) {
      requests++
      return common ?? admit(json as Request)
    },
    answer: ({ mechanism }, id) => people.add(id, mechanism.epsilon),
    response(asked, json, group) {
      tell()
      const { mechanism } = asked
      const response = asResponse(json, mechanism, labels)
      const counted = {
        asked,
        mechanism,
        response,
        column: mechanism.column(response),
        group,
        count: 0,
        weights: new DesignWeights(),
      }
      counts.push(counted)
      return counted
    },
  }
  const request = common ? undefined : designColumns ? requestByDesign(designColumns) : requestColumn
  const table = { ...tableOptions(options), file, stdin: io.stdin }
  const columns = { response: responseColumn, request, by, id, weight, count: countColumn }
  const onWarning = (warning: string) => warn(io, warning)
  const read = await readAnswers({ ...table, ...columns, missing, labels: labels?.names, onWarning }, reader)
  return { counts, ...read, ...(id !== undefined && { people: people.toJSON() }) }
}

/** The common request of all rows, if there is one. */
async function commonRequest<Asked>(
  { request, design, designColumns }: DecodeOptions,
  admit: (request: Request) => Asked,
): Promise<Asked | undefined> {
  if ([request, design, designColumns].filter(one => one !== undefined).length > 1) {
    throw new InputError('--request, --design and --design-columns: expected one of them')
  }
  if (request !== undefined) return readJSONOption('request', request, json => admit(json as Request))
  return design && naming('--design', () => admit(design.toRequest()))
}
