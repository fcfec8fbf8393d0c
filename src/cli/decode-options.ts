import type { AnswerRule } from '../data/read-answers.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { DrawsFileOption } from './draws-file.ts'
import type { ByOptions } from './groups.ts'
import type { NumericOptions } from './numeric.ts'
import type { CommonOptions, PosteriorOptions, WorkersOption } from './options.ts'
import type { SharesOption } from './shares.ts'
import type { ShowOption } from './show.ts'
import type { SurveyOption } from './survey-option.ts'
import type { TableOptions } from './table-options.ts'
import type { ColumnsOptions } from './tables.ts'

/** The options of `adobest decode`. */
export interface DecodeOptions
  extends CommonOptions,
    TableOptions,
    PosteriorOptions,
    WorkersOption,
    NumericOptions,
    DrawsFileOption,
    ByOptions,
    SharesOption,
    ShowOption,
    SurveyOption,
    Pick<ColumnsOptions, 'table'> {
  readonly questions?: string
  readonly request?: string
  readonly design?: Mechanism
  readonly designColumns?: readonly (readonly [string, string])[]
  readonly requestColumn: string
  readonly responseColumn: string
  readonly countColumn?: string | false
  readonly id?: string
  readonly weight?: string
  readonly missing: AnswerRule
  readonly epsilon?: number
  readonly labels?: string
  readonly robust?: number
  readonly top: number
}
