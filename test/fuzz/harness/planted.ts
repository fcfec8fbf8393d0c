import fc from 'fast-check'
import { type Surface, type Verdict, Violation } from './surface.ts'

/** Surfaces that are sound, but for numbers from 1000 on: with each of them the harness must find that out. */
function planted(name: string, fault: (input: number) => Verdict, limitMs = 50): Surface<number> {
  return {
    name,
    cases: fc.nat(100_000),
    known: [0],
    limitMs,
    check(input) {
      if (input >= 1000) return fault(input)
      return input % 2 === 0 ? 'valid' : 'refused'
    },
  }
}

export const sound = planted('sound', () => 'refused')

export const hang = planted('hang', () => {
  for (;;);
})

export const typeError = planted('typeError', () => (undefined as unknown as { verdict: Verdict }).verdict)

/** A module whose only function is `unreachable`. */
const TRAP = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  [0x03, 0x02, 0x01, 0x00],
  [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  [0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
].flat()

export const trap = planted('trap', () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(TRAP)))
  ;(exports.f as () => void)()
  return 'valid'
})

export const death = planted('death', () => {
  // More than the heap holds: no catch sees this.
  const hoard: number[][] = []
  for (;;) hoard.push(new Array(1e6).fill(1.5))
})

export const slow = planted(
  'slow',
  () => {
    // By the processor's time, which other processes take nothing of.
    const start = process.cpuUsage()
    while (process.cpuUsage(start).user < 20_000);
    return 'valid'
  },
  10,
)

export const accepted = planted('accepted', input => {
  throw new Violation(`${input} was accepted`)
})
