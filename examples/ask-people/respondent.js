// What the page needs from the package; a bundler turns it into one file, `adobest.js`.
export { createRespondent } from 'adobest'
