/**
 * Draws the picture that opens the README.
 *
 *     npm run picture
 */
import { writeFile } from 'node:fs/promises'
import { drawPicture } from './picture.ts'

await writeFile('assets/collection.svg', drawPicture(1))
