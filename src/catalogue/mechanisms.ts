import { blockDesignKind } from '../mechanism/block-design/block-design.ts'
import { hadamardKind } from '../mechanism/hadamard.ts'
import { localHashingKind } from '../mechanism/local-hashing.ts'
import { matrixKind } from '../mechanism/matrix-channel.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { publicPriorKind } from '../mechanism/public-prior.ts'
import { srrKind } from '../mechanism/srr.ts'
import { staircaseKind } from '../mechanism/staircase.ts'
import { subsetSelectionKind } from '../mechanism/subset-selection.ts'
import { surveyDesignKind } from '../mechanism/survey-design.ts'
import { unaryKind } from '../mechanism/unary-channel.ts'
import { unaryEncodingKind } from '../mechanism/unary-encoding.ts'
import { rrrrKind } from '../rrrr/rrrr.ts'

/** The kinds of mechanisms that are built in. */
export const MECHANISMS = [
  srrKind,
  rrrrKind,
  subsetSelectionKind,
  unaryEncodingKind,
  hadamardKind,
  localHashingKind,
  blockDesignKind,
  publicPriorKind,
  staircaseKind,
  matrixKind,
  unaryKind,
  surveyDesignKind,
] as const satisfies readonly MechanismKind[]
