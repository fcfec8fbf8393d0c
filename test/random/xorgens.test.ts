import seedrandom from 'seedrandom'
import { expect, test } from 'vitest'
import { Xorgens } from '../../src/random/xorgens.ts'

const WORDS = 100_000

test('the words are those of seedrandom’s xor4096, one by one, by fills of all lengths, and in turn', () => {
  for (let seed = 0; seed < 20; seed++) {
    const library = seedrandom.xor4096(`seed ${seed}`, { state: true })
    const own = Xorgens.from(library.state())
    const words = new Uint32Array(300)
    const before = new Uint32Array(300)
    let wrong = 0
    let seen = 0
    for (let length = 0; seen < WORDS; length = (length + 7) % 301) {
      before.set(words)
      own.fill(words, length)
      for (let j = 0; j < length; j++) if (words[j] !== library.int32() >>> 0) wrong++
      if (words.subarray(length).some((word, j) => word !== before[length + j])) wrong++
      if (own.uint32() !== library.int32() >>> 0) wrong++
      seen += length + 1
    }
    expect(wrong).toBe(0)
    expect(own.state()).toEqual({ ...library.state() })
  }
})

test('with a Weyl generator one off the words are others', () => {
  const library = seedrandom.xor4096('twin', { state: true })
  const { w, i, X } = library.state()
  const own = Xorgens.from({ w: w + 1, i, X })
  expect(own.uint32()).not.toBe(library.int32() >>> 0)
})
