import type { ChannelRequest as Request } from 'adobest'

export interface Asked {
  readonly id: number
  readonly body: Request
}

/** What this browser keeps of an answer: the bytes that are sent, and what became of them. */
export interface Kept {
  readonly post: string
  readonly asked: Asked
  readonly done: boolean
}

const keyOf = (token: string) => `answer:${token}`

/** Where nothing may be stored, an answer lives as long as the page. */
const unstored = new Map<string, string>()

/** Whether an answer is still there when the page is opened again. A browser that blocks cookies throws at any use of its storage. */
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
  const key = keyOf(token)
  try {
    // Storage is looked at last, as it may throw.
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key)!) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(token: string, kept: Kept): void {
  const [key, text] = [keyOf(token), JSON.stringify(kept)]
  unstored.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {}
}
