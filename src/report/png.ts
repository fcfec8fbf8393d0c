import { createRequire } from 'node:module'
import { FONT } from './figure.ts'

/** Pixels a unit of the drawing: sharp on paper and on any screen. */
const SCALE = 2

/** Turns a figure into a PNG, with the font that the package ships, so that it looks the same everywhere. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js')
  // By the package's own name, which is right from the sources and from the build alike.
  const { resolve } = createRequire(import.meta.url)
  const assets = new URL('assets/', `file://${resolve('adobest/package.json')}`)
  const fontFiles = ['Regular', 'SemiBold'].map(style => new URL(`IBMPlexSans-${style}.ttf`, assets).pathname)
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FONT },
  })
  return image.render().asPng()
}
