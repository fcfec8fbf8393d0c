import { autoSection } from './auto.ts'
import { growthSection } from './growth.ts'
import { largeSection } from './large.ts'
import { loopSection } from './loop.ts'
import type { Section } from './report.ts'
import { samplersSection } from './samplers.ts'
import { scansSection } from './scans.ts'
import { streamSection } from './stream.ts'
import { tensorsSection } from './tensors.ts'

/** All sections, in the order of the results. */
export const SECTIONS: readonly Section[] = [
  loopSection,
  samplersSection,
  scansSection,
  tensorsSection,
  growthSection,
  autoSection,
  largeSection,
  streamSection,
]
