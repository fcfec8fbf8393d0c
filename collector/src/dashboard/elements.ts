/** Creates an element with its properties and its children. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

export const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)}\u00A0%`
export const whole = (n: number) => n.toLocaleString('en')

/** A number to three digits; large ones in full. */
export const number = (x: number) =>
  x.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(x) + 1))) })

export const withUnit = (text: string, unit?: string) => (unit === undefined ? text : `${text} ${unit}`)
