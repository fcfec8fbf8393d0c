import type { Asked } from './asked.ts'

/** Record of an answer in this browser: the posted bytes, and their outcome. */
export interface Kept {
  readonly post: string
  readonly asked: Asked
  readonly done: boolean
}

const keyOf = (token: string) => `answer:${token}`
const drawnKeyOf = (token: string) => `drawn:${token}`

/** Replaces the browser's storage if that is blocked; an answer then lives as long as the page. */
const unstored = new Map<string, string>()

/** Whether an answer survives closing the page. A browser that blocks cookies throws at any use of its storage. */
export function canKeep(): boolean {
  try {
    localStorage.setItem('probe', '')
    localStorage.removeItem('probe')
    return true
  } catch {
    return false
  }
}

export function load(token: string): Kept | undefined {
  return read(keyOf(token))
}

export function keep(token: string, kept: Kept): void {
  write(keyOf(token), kept)
}

/** The request drawn when the page was first opened. Opening the page again draws no other. */
export function loadDrawn(token: string): Asked | undefined {
  return read(drawnKeyOf(token))
}

export function keepDrawn(token: string, drawn: Asked): void {
  write(drawnKeyOf(token), drawn)
}

function read<T>(key: string): T | undefined {
  try {
    // Storage is read last, because it may throw.
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key)!) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  unstored.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {}
}
