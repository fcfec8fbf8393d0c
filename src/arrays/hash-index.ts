import { withRoom } from './with-room.ts'

/**
 * Finds numbers by the hash of what they stand for, which is kept elsewhere. It takes some twelve bytes for each number, where a
 * `Map` takes forty and the key.
 */
export class HashIndex {
  /** The slots of open addressing: a number, or −1 if the slot is free. */
  private slots = new Int32Array(64).fill(-1)
  /** The hash of each number. */
  private hashes = new Int32Array(32)
  private length = 0

  /** The number with this hash that `isIt` recognises, or −1. */
  find(hash: number, isIt: (number: number) => boolean): number {
    const { slots, hashes } = this
    for (let at = this.firstSlot(hash); slots[at] >= 0; at = (at + 1) & (slots.length - 1)) {
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
    let at = this.firstSlot(this.hashes[number])
    while (slots[at] >= 0) at = (at + 1) & (slots.length - 1)
    slots[at] = number
  }

  private firstSlot(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1)
  }
}

/** Mixes a further number of 32 bits into a hash of 32 bits. The first hash may be any number. */
export function hashWith(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x9e3779b1)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x85ebca77)
}
