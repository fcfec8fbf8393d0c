import { withRoom } from './with-room.ts'

/** Numbers found by the hash of what they stand for, which is kept elsewhere: some twelve bytes a number, where a `Map` takes forty and its key. */
export class HashIndex {
  /** Open addressing: numbers, or −1. */
  private slots = new Int32Array(64).fill(-1)
  /** By number. */
  private hashes = new Int32Array(32)
  private length = 0

  /** The number with this hash that `isIt` knows again, or −1. */
  find(hash: number, isIt: (number: number) => boolean): number {
    const { slots, hashes } = this
    for (let at = this.first(hash); slots[at] >= 0; at = (at + 1) & (slots.length - 1)) {
      const number = slots[at]
      if (hashes[number] === hash && isIt(number)) return number
    }
    return -1
  }

  /** Adds a number that `find` has not found. */
  add(hash: number, number: number): void {
    this.hashes = withRoom(this.hashes, number + 1)
    this.hashes[number] = hash
    if (2 * ++this.length > this.slots.length) this.grow()
    this.place(number)
  }

  private grow(): void {
    const numbers = this.slots.filter(number => number >= 0)
    this.slots = new Int32Array(2 * this.slots.length).fill(-1)
    for (const number of numbers) this.place(number)
  }

  private place(number: number): void {
    const { slots } = this
    let at = this.first(this.hashes[number])
    while (slots[at] >= 0) at = (at + 1) & (slots.length - 1)
    slots[at] = number
  }

  private first(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1)
  }
}

/** A hash of 32 bits of one that was begun with any number, and a further number of 32 bits. */
export function hashWith(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x9e3779b1)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x85ebca77)
}
