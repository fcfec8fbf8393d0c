/** What a cell showed. */
export type Output =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'figure'; readonly html: string }

export type TableRow = Readonly<Record<string, unknown>>

/** The outputs of the notebook that is being played, by the number of the cell. */
export interface Recording {
  /** The cell that is running; 0 before the first. */
  current: number
  readonly outputs: Map<number, Output[]>
  /** Called when a cell begins. */
  readonly onCell: (cell: number) => void
}

let recording: Recording | undefined

/** Records outputs from now on, until `stopRecording`. */
export function startRecording(onCell: (cell: number) => void): Recording {
  recording = { current: 0, outputs: new Map(), onCell }
  return recording
}

export function stopRecording(): void {
  recording = undefined
}

/** Marks the beginning of a cell. The renderer puts a call of it in place of the cell's first line. */
export function enterCell(cell: number): void {
  if (recording === undefined) return
  recording.current = cell
  recording.onCell(cell)
}

/** Records an output of the cell that is running; returns false if nothing is being recorded. */
export function record(output: Output): boolean {
  if (recording === undefined) return false
  const { current, outputs } = recording
  const before = outputs.get(current)
  const last = before?.at(-1)
  if (before === undefined) outputs.set(current, [output])
  else if (last?.kind === 'text' && output.kind === 'text') {
    before[before.length - 1] = { kind: 'text', text: last.text + output.text }
  } else before.push(output)
  return true
}
