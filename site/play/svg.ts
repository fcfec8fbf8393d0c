const SVG = 'http://www.w3.org/2000/svg'

type Attributes = Readonly<Record<string, string | number>>

/** An element of a picture. */
export function shape(
  name: string,
  attributes: Attributes,
  ...content: readonly (string | Node)[]
): SVGElement {
  const created = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value))
  created.append(...content)
  return created
}

/** A picture of these parts, which scales with the page. */
export function picture(
  width: number,
  height: number,
  label: string,
  parts: readonly SVGElement[],
): SVGElement {
  return shape('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, ...parts)
}

/** The step of a scale that ends at `largest`: 1, 2 or 5 times a power of ten, for three to six values. */
export function niceStep(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest))
  return [0.2, 0.5, 1].map(part => part * power).find(step => largest / step <= 5) ?? power * 2
}

/** A number without rounding errors in its digits. */
export function plain(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en', { maximumSignificantDigits: 6 })
}
