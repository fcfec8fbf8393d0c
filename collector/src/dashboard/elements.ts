const SVG = 'http://www.w3.org/2000/svg'

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

/** A shape of a figure. */
export function shape(name: string, attributes: Record<string, string>, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

export const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)}\u00A0%`
export const whole = (n: number) => n.toLocaleString('en')

/** A number to three digits; large ones in full. */
export const number = (x: number) =>
  x.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(x) + 1))) })
