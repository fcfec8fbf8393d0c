import { fileURLToPath } from 'node:url'
import { requirePackages } from '../data/node-packages.ts'
import { FONT } from './figure.ts'

/** Pixels per unit of the drawing; two make it sharp on paper and on any screen. */
const SCALE = 2

/**
 * Turns a figure into a PNG, with the font in the package, so that it looks the same everywhere.
 *
 * @throws MissingPackages without `@resvg/resvg-js`; Error if `svg` is not an SVG document
 * @example
 * const png = await renderPng('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"></svg>')
 * String.fromCharCode(...png.subarray(1, 4)) // 'PNG'
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const {
    '@resvg/resvg-js': { Resvg },
  } = await requirePackages('@resvg/resvg-js')
  const fontFiles = ['Regular', 'SemiBold'].map(style =>
    fileURLToPath(new URL(`../../assets/IBMPlexSans-${style}.ttf`, import.meta.url)),
  )
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FONT },
  })
  return image.render().asPng()
}
