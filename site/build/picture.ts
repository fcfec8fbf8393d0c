import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CATEGORIES,
  EPSILON,
  type Frame,
  MOST,
  playCollection,
  QUESTION,
  TRUTH,
} from '../theme/home/collection.ts'

/** Number of answers in each of the three parts. */
const SIZES = [200, 2000, 20_000]
const PEOPLE_A_DOT = 10
const DOTS_A_ROW = 80
/** Distance between two dots. */
const PITCH = 3

const WIDTH = 920
const HEIGHT = 392
const LEFT = 92
const PART = 272
const TRACK = 200
/** Position of the first track, and distance between tracks. */
const TOP = 176
const STEP = 34

/**
 * Draws the collection of the home page after 200, 2,000 and 20,000 people: the people, the raw answers, and the estimate, which narrows.
 * Its colours follow the reader's light or dark scheme.
 *
 * @returns SVG
 */
export function drawPicture(seed: number): string {
  const frames = [...playCollection(seed, SIZES)]
  const names = CATEGORIES.map((name, x) => text(LEFT - 14, trackAt(x), name, 'end'))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="A collection after 200, 2,000 and 20,000 people: the answers as they came, and the estimate that narrows around the truth">
<style>
${palette()}
text { font: 15px Inter, system-ui, sans-serif; fill: var(--ink) }
.soft { fill: var(--soft) }
.strong { font-weight: 600 }
</style>
<defs><pattern id="crowd" width="${PITCH}" height="${PITCH}" patternUnits="userSpaceOnUse"><circle cx="1.5" cy="1.5" r="1.1" fill="var(--grey)"/></pattern></defs>
<rect width="${WIDTH}" height="${HEIGHT}" rx="14" fill="var(--card)"/>
${text(LEFT, 36, QUESTION, 'start', 'strong')}
${text(WIDTH - 20, 36, `everyone sends one randomized answer, ε = ${EPSILON}`, 'end', 'soft')}
${names.join('\n')}
${frames.map(part).join('\n')}
${legend()}
</svg>
`
}

function part(frame: Frame, i: number): string {
  const tracks = CATEGORIES.map((_, x) => track(frame, x))
  return `<g transform="translate(${LEFT + i * PART})">
${text(0, 68, `${frame.people.toLocaleString('en')} people`, 'start', 'strong')}
${i === 0 ? text(0, 90, 'a dot is ten of them', 'start', 'soft') : ''}
${crowd(frame.people)}
${tracks.join('\n')}
</g>`
}

/** The people, one dot for ten of them, in rows from below. */
function crowd(people: number): string {
  const dots = people / PEOPLE_A_DOT
  const full = Math.floor(dots / DOTS_A_ROW)
  const bottom = 156
  const row = (y: number, count: number, rows: number) =>
    `<rect transform="translate(0 ${y})" width="${count * PITCH}" height="${rows * PITCH}" fill="url(#crowd)"/>`
  return (
    (full === 0 ? '' : row(bottom - full * PITCH, DOTS_A_ROW, full)) +
    (dots % DOTS_A_ROW === 0 ? '' : row(bottom - (full + 1) * PITCH, dots % DOTS_A_ROW, 1))
  )
}

/** Raw answers, interval, estimate and truth of one category, as everywhere on the site. */
function track({ raw, mean, lower, upper }: Frame, x: number): string {
  const y = TOP + x * STEP
  return `<path d="M0 ${y + 26}H${TRACK}" stroke="var(--line)"/>
<rect y="${y + 20}" width="${at(raw[x])}" height="6" fill="var(--noise)"/>
<rect x="${at(lower[x])}" y="${y + 2}" width="${fixed(at(upper[x]) - at(lower[x]))}" height="16" rx="3" fill="var(--band)"/>
<circle cx="${at(mean[x])}" cy="${y + 10}" r="6" fill="var(--accent)"/>
<rect x="${fixed(at(TRUTH[x]) - 1.5)}" y="${y - 2}" width="3" height="24" fill="var(--warm)"/>
${text(TRACK + 46, trackAt(x), `${(100 * mean[x]).toFixed(0)} %`, 'end')}`
}

function legend(): string {
  const y = HEIGHT - 20
  const items = [
    [LEFT, `<rect y="-8" width="16" height="6" fill="var(--noise)"/>`, 'randomized answers'],
    [LEFT + 206, `<rect y="-13" width="16" height="15" rx="3" fill="var(--band)"/>`, '95 % interval'],
    [LEFT + 360, `<circle cx="8" cy="-5" r="6" fill="var(--accent)"/>`, 'estimate'],
    [
      LEFT + 478,
      `<rect x="6" y="-15" width="3" height="19" fill="var(--warm)"/>`,
      'truth, which nobody was told',
    ],
  ] as const
  return items
    .map(
      ([x, mark, name]) =>
        `<g transform="translate(${x} ${y})">${mark}${text(24, 0, name, 'start', 'soft')}</g>`,
    )
    .join('\n')
}

const trackAt = (x: number) => TOP + x * STEP + 17
const at = (share: number) => fixed((TRACK * Math.min(MOST, Math.max(0, share))) / MOST)
const fixed = (length: number) => Math.round(10 * length) / 10

function text(x: number, y: number, words: string, anchor: 'start' | 'end', kind = ''): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${words}</text>`
}

/** The colours of the site, written so that every browser's picture element reads them. */
function palette(): string {
  const tokens = readFileSync(join(import.meta.dirname, '../theme/tokens.css'), 'utf8')
  const colours = [...tokens.matchAll(/(--\w+): light-dark\((#\w+), (#\w+)\);/g)]
  const scheme = (i: 2 | 3) => `:root { ${colours.map(found => `${found[1]}: ${found[i]}`).join('; ')} }`
  return `${scheme(2)}\n@media (prefers-color-scheme: dark) { ${scheme(3)} }`
}
